-- The calls of each subject in a minute, of all replicas. They are worth nothing after a crash.
create unlogged table prompt_workbench.caller_counts (
  minute bigint not null,
  subject text not null,
  calls bigint not null,
  primary key (minute, subject)
);
