/**
 * How jobs are leased: a function of the database. As a statement of the queue it would be planned for each lease, which
 * takes longer than running it; what a function has planned, a session keeps, whatever pooler hands it out.
 */
import type { Database } from './database.js';

/** Without the prefix of all names. What a release has shipped is never changed: another text gets another name. */
export const LEASE_FUNCTION = 'lease_jobs';

/** Accounts whose turn may be next that one lease looks at, of each kind and priority. */
const TURNS = 16;
/** Kinds and priorities that it looks at, the highest first. */
const RANGES = 32;
/** Jobs of each such account, and of each kind and priority whatever the account: others may just be taking some. */
const AHEAD = { ofAccount: 4, ofAll: 16 };
/** Jobs that it chooses from, for each that is wanted. */
const CHOICE = 8;

/**
 * SQL of a lease: kinds (`$1`), how many jobs (`$2`), for how long in milliseconds (`$3`), for which worker (`$4`), and
 * the account that had the last turn (`$5`).
 *
 * Each kind and priority is a range of the index that ends with the jobs whose time has come, so that those which wait
 * for a later time are never read, however many there are. In each of them, the accounts whose turn is next give their
 * first jobs. Where those have none that is due, the ones that are due for longest are taken.
 */
export function leaseStatement(db: Database): string {
  const jobs = db.table('jobs');
  const ready = `from ${jobs} where state = 'ready'`;
  return `with recursive levels (kind, priority) as (
      select kind, (select priority ${ready} and kind = given.kind order by priority desc limit 1)
      from unnest($1::text[]) as given (kind)
      union all
      select kind, (select priority ${ready} and kind = l.kind and priority < l.priority
        order by priority desc limit 1)
      from levels l where priority is not null
    ), ranges as (
      select kind, priority from levels where priority is not null order by priority desc limit ${RANGES}
    ), turns (kind, priority, lap, account, step) as (
      select r.kind, r.priority, start.lap, (select account ${ready} and kind = r.kind
        and priority = r.priority and account >= start.account order by account limit 1), 1
      from ranges r cross join (values (0, $5::text || E'\\x01'), (1, '')) as start (lap, account)
      union all
      select kind, priority, lap, (select account ${ready} and kind = t.kind
        and priority = t.priority and account > t.account order by account limit 1), step + 1
      from turns t where account is not null and step < ${TURNS} and (lap = 0 or account <= $5)
    ), own as (
      select found.*, t.priority, t.lap, row_number() over (
        partition by t.priority, t.account order by found.run_at, found.position) as turn
      from (select * from turns where lap = 0 or account <= $5) t cross join lateral (
        select id, account, run_at, position ${ready} and kind = t.kind and priority = t.priority
          and account >= t.account and account <= t.account and run_at <= ${db.now}
        order by account, run_at, position limit ${AHEAD.ofAccount}) found
    ), oldest as (
      select found.*, r.priority, 2 as lap, null::bigint as turn from ranges r cross join lateral (
        select id, account, run_at, position ${ready} and kind = r.kind and priority = r.priority
          and run_at <= ${db.now}
        order by run_at, position limit ${AHEAD.ofAll}) found
    ), candidates as (
      select id, min(turn) as turn, min(lap) as lap from (select * from own union all select * from oldest) found
      group by id, priority, account, run_at, position
      order by priority desc, min(turn), min(lap), account, run_at, position limit $2::integer * ${CHOICE}
    ), due as (
      select j.id, j.priority, c.turn, c.lap, j.account, j.run_at, j.position from candidates c cross join lateral (
        select id, priority, account, run_at, position from ${jobs}
        where id = c.id and state || '' = 'ready' and run_at <= ${db.now} for update skip locked) j
      limit $2::integer
    ), lapsed as (
      select id, priority, 0 as turn, 0 as lap, '' as account, run_at, position from ${jobs}
      where state = 'leased' and lease_until < ${db.now} and kind = any ($1::text[])
      order by lease_until limit $2::integer for update skip locked
    ), chosen as (
      select id from (select * from due union all select * from lapsed) taken
      order by priority desc, turn, lap, account, run_at, position limit $2::integer
    ), leased as (
      update ${jobs} j set state = 'leased', lease_token = gen_random_uuid(),
        lease_until = ${db.after('$3')}, worker = $4, attempt = attempt + 1
      where j.id = any (array(select id from chosen))
      returning j.id, j.kind, j.key, j.priority, j.account, j.run_at, j.lease_token, j.attempt, j.position
    ) select id, kind, key, priority, account, run_at, lease_token, attempt
      from leased order by priority desc, run_at, position`;
}

/**
 * Settings of the function. Its plan is kept while the table grows and shrinks by orders of magnitude, so it must not
 * depend on how large the table was when it was made: it is the one that goes by index, in the order of the index.
 */
export const LEASE_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  jit: 'off',
};

/** SQL that makes the function. */
export function leaseFunction(db: Database): string {
  const settings = Object.entries(LEASE_SETTINGS).map(([name, value]) => `set ${name} = ${value}`);
  return `create function ${db.name(LEASE_FUNCTION)}(text[], integer, double precision, text, text)
    returns table (id uuid, kind text, key text, priority smallint, account text, run_at timestamptz,
      lease_token uuid, attempt integer)
    language plpgsql ${settings.join(' ')} as $lease$
    #variable_conflict use_column
    begin return query ${leaseStatement(db)}; end $lease$`;
}
