-- Taken by each event once its record is locked, so nobody waits for a number.
CREATE SEQUENCE "event_sequence" AS bigint;
