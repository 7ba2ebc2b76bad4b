/** Processor time of a PostgreSQL server on this host (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

/** Returns the seconds of those of its processes that serve the database of a URL; 0 for another kind of database. */
export function postgresSeconds(url: string): number {
  if (!url.startsWith('postgres')) return 0;
  const { username, pathname } = new URL(url);
  const title = `postgres: ${username} ${pathname.slice(1)} `;
  return readdirSync('/proc').reduce((sum, entry) => sum + (/^\d+$/.test(entry) ? secondsOf(entry, title) : 0), 0);
}

function secondsOf(pid: string, title: string): number {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(title)) return 0;
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    // It has ended.
    return 0;
  }
}

const TICKS_PER_SECOND = 100;
