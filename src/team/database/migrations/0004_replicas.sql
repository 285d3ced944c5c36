-- Which commit each replica serves. A replica writes its row every two seconds; a row is worth nothing after a crash.
create unlogged table prompt_workbench.replicas (
  library text not null,
  name text not null,
  commit_id text not null,
  seen_at timestamptz not null default now(),
  primary key (library, name)
);
