-- The last number of the events; counted up by each transaction that records one.
INSERT INTO `sequences` (`name`, `value`) VALUES ('events', 0);
