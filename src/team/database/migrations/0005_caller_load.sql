-- The requests of each subject that have been under way for a while, by replica. A replica writes its rows every two
-- seconds; a row is worth nothing after a crash.
create unlogged table prompt_workbench.caller_load (
  replica text not null,
  subject text not null,
  requests integer not null,
  seen_at timestamptz not null default now(),
  primary key (replica, subject)
);
