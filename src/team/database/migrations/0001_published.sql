-- What the replicas of a team server agree on. Migrations only add: replicas of the version before run meanwhile.

create table prompt_workbench.published (
  library text primary key,
  tip text not null,
  commit_id text not null,
  refusal text,
  changed_at timestamptz not null default now(),
  changed_by text not null
);

-- Append-only: who published what.
create table prompt_workbench.publications (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  library text not null,
  tip text not null,
  commit_id text not null,
  refusal text,
  by text not null
);
create index publications_library on prompt_workbench.publications (library, at);

create table prompt_workbench.session_keys (
  id text primary key,
  secret bytea not null,
  signs_from timestamptz not null
);

-- Answers to forms on their way from one replica to another. They are worth nothing after a crash.
create unlogged table prompt_workbench.replies (
  id text primary key,
  replica text not null,
  answer jsonb not null,
  at timestamptz not null default now()
);
create index replies_replica on prompt_workbench.replies (replica);
