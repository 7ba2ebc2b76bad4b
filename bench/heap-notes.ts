/** Reads what `collected-heap.ts` notes, and tells whether processes keep more and more. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A line of `collected-heap.ts`. */
interface Collection {
  readonly atMs: number;
  readonly usedBytes: number;
  readonly residentBytes: number;
}

/**
 * Describes the second half of the time of each process that was there for at least half of `totalMs`. What its threads keep counts where they were there from the beginning to the end of it:
 * one that begins because of the load brings a heap of its own, once.
 */
export function describeCollections(directory: string, totalMs: number): readonly string[] {
  const processes = Map.groupBy(readdirSync(directory), (file) => file.split('-')[0]!);
  return [...processes].flatMap(([pid, files]) => {
    const threads = files.map((file) => readNotes(path.join(directory, file)));
    const main = threads.toSorted((a, b) => b.length - a.length)[0]!;
    const [beginMs, endMs] = [main.at(0)!.atMs, main.at(-1)!.atMs];
    if (endMs - beginMs < totalMs / 2) return [];
    const middleMs = (beginMs + endMs) / 2;
    const lasting = threads
      .filter((notes) => notes[0]!.atMs <= middleMs && endMs - notes.at(-1)!.atMs < (endMs - beginMs) / 10)
      .map((notes) => notes.filter(({ atMs }) => atMs >= middleMs));
    const later = threads.filter((notes) => notes[0]!.atMs > middleMs);
    const growth = lasting.reduce((sum, notes) => sum + slopeOf(notes, 'usedBytes'), 0);
    const resident = lasting.toSorted((a, b) => b.length - a.length)[0]!;
    return [
      `process ${pid}, second half: ${lasting.length} threads use ${total(lasting, 0)} to ${total(lasting, -1)} MiB after collections (${growth.toFixed(2)} a minute), ` +
        `${later.length} that began meanwhile ${total(later, -1)}; resident ${total([resident], 0, 'residentBytes')} to ${total([resident], -1, 'residentBytes')} MiB (${slopeOf(resident, 'residentBytes').toFixed(2)} a minute)`,
    ];
  });
}

/** Returns the slope of the straight line that fits best. */
export function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const middle = mean(points.map(([x]) => x));
  const spread = mean(points.map(([x]) => (x - middle) ** 2));
  return mean(points.map(([x, y]) => (x - middle) * y)) / spread;
}

function readNotes(file: string): readonly Collection[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Collection);
}

/** In MiB a minute. */
function slopeOf(notes: readonly Collection[], name: 'usedBytes' | 'residentBytes'): number {
  return slope(notes.map((each) => [each.atMs / 60_000, each[name] / MIB]));
}

/** In MiB. @param at - place of the notes of each thread */
function total(
  threads: readonly (readonly Collection[])[],
  at: number,
  name: 'usedBytes' | 'residentBytes' = 'usedBytes',
): string {
  return (threads.reduce((sum, notes) => sum + notes.at(at)![name], 0) / MIB).toFixed(1);
}

const MIB = 2 ** 20;
