-- For a part of the domain, beside the index of a part of the name.
CREATE INDEX organisations_domain_search ON organisations USING gin (domain gin_trgm_ops);
