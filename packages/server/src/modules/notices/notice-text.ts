/** Notices as a mail has them: plain text, nothing of which a mail program could take for something else. */
import type { Notice, NoticeKind } from './notice.ts';

/** A mail. */
export interface NoticeMail {
  readonly subject: string;
  readonly text: string;
}

/**
 * Writes the mail of some notices. Of many it lists the first to end, and counts the others.
 *
 * @param notices - in order of their ends
 * @param host - the server that tells
 * @param reader - an end entity reads of its own certificates
 */
export function noticeMail(notices: readonly Notice[], host: string, reader: 'operator' | 'holder'): NoticeMail {
  const first = timeOf(notices[0]!.endsAt);
  const listed = notices.slice(0, MOST_LISTED);
  const left = notices.slice(MOST_LISTED);
  const text = [
    `${reader === 'holder' ? 'Your certificates end soon.' : 'These end soon.'} Sealwright at ${host} tells of each once.`,
    ...listed.map((notice) => entryOf(notice)),
    ...(left.length === 0 ? [] : [`Not listed: ${countOf(left)} that end from ${timeOf(left[0]!.endsAt)} on.`]),
  ];
  return {
    subject: `Sealwright: ${countOf(notices)} ${notices.length === 1 ? 'ends' : 'end, the first'} on ${first.slice(0, 10)}`,
    text: `${text.join('\n\n')}\n`,
  };
}

/** Counts what ends, by its kind: `2 certificates and 1 CRL`. */
function countOf(notices: readonly Notice[]): string {
  const parts = KINDS.flatMap(([kind, one, several]) => {
    const count = notices.filter((notice) => notice.kind === kind).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  });
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function entryOf({ kind, name, endsAt, facts, advice }: Notice): string {
  const [, word] = KINDS.find(([one]) => one === kind)!;
  return [
    `${timeOf(endsAt)}  ${word} ${name}`,
    ...Object.entries(facts).map(([fact, value]) => `    ${fact.replaceAll('_', ' ')}: ${value}`),
    `    to do: ${advice}`,
  ].join('\n');
}

/** `2031-05-01 10:00 UTC`. */
function timeOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** In the order in which a reader has to care. */
const KINDS: readonly (readonly [kind: NoticeKind, one: string, several: string])[] = [
  ['ca', 'CA', 'CAs'],
  ['crl', 'CRL', 'CRLs'],
  ['worker', "worker's certificate", "workers' certificates"],
  ['certificate', 'certificate', 'certificates'],
];
const MOST_LISTED = 100;
