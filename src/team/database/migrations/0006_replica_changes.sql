-- `changed_at`: when the replica last changed to its commit, after it had answered clients from another one. `backend`: the
-- process of PostgreSQL that holds its connection for notices, which ends with the replica; null for one that does not say.
alter table prompt_workbench.replicas
  add column changed_at timestamptz,
  add column backend integer;
