-- Usage: one row for each call. A partition a day, so that retention drops tables instead of rows.
create table prompt_workbench.usage_rows (
  at timestamptz not null,
  id uuid not null,
  library text not null,
  replica text not null,
  subject text,
  client text,
  server text not null,
  kind text not null,
  name text not null,
  commit_id text not null,
  arguments jsonb not null,
  duration_ms double precision not null,
  outcome text not null,
  error text,
  trace text,
  -- A batch that is sent again, because its answer was lost, adds nothing.
  primary key (at, id)
) partition by range (at);

create index usage_rows_server on prompt_workbench.usage_rows (library, server, at);

-- Rows of days without a partition: of a replica that catches up, or whose clock is wrong.
create table prompt_workbench.usage_rows_rest partition of prompt_workbench.usage_rows default;

-- How many rows each replica could not keep.
create table prompt_workbench.usage_losses (
  at timestamptz not null default now(),
  library text not null,
  replica text not null,
  rows bigint not null
);

-- Makes the partitions of yesterday to the day after tomorrow, and drops those that are older than the days to keep.
-- Every replica calls it every hour.
create function prompt_workbench.maintain_usage(days_to_keep integer) returns void language plpgsql as $$
declare
  today date := (now() at time zone 'UTC')::date;
  day date;
  part text;
  first_moment timestamptz;
  end_moment timestamptz;
begin
  perform pg_advisory_xact_lock(5472906311);
  for offset_days in -1..2 loop
    day := today + offset_days;
    part := 'usage_rows_' || to_char(day, 'YYYYMMDD');
    continue when to_regclass('prompt_workbench.' || part) is not null;
    -- A row that came into the rest between the next statements would keep the partition out.
    lock table prompt_workbench.usage_rows in access exclusive mode;
    first_moment := day::timestamp at time zone 'UTC';
    end_moment := (day + 1)::timestamp at time zone 'UTC';
    execute format('create table prompt_workbench.%I (like prompt_workbench.usage_rows including all)', part);
    execute format(
      'with moved as (delete from prompt_workbench.usage_rows_rest where at >= %L and at < %L returning *)
       insert into prompt_workbench.%I select * from moved',
      first_moment, end_moment, part);
    execute format(
      'alter table prompt_workbench.usage_rows attach partition prompt_workbench.%I for values from (%L) to (%L)',
      part, first_moment, end_moment);
  end loop;
  for part in
    select child.relname from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'prompt_workbench.usage_rows'::regclass and child.relname ~ '^usage_rows_[0-9]{8}$'
      and to_date(right(child.relname, 8), 'YYYYMMDD') < today - days_to_keep
  loop
    execute format('drop table prompt_workbench.%I', part);
  end loop;
  delete from prompt_workbench.usage_rows_rest where at < now() - make_interval(days => days_to_keep + 1);
  delete from prompt_workbench.usage_losses where at < now() - make_interval(days => days_to_keep + 1);
end $$;
