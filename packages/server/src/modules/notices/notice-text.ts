/** Notices as the plain text of a mail, which holds nothing that a mail program could interpret. */
import { minuteText } from '../../kernel/text/moments.ts';
import { noticeTable } from './notice-table.ts';
import type { Notice, NoticeKind } from './notice.ts';

/** A mail. */
export interface NoticeMail {
  readonly subject: string;
  readonly text: string;
  /** A table of all notices, when the text does not list them all. */
  readonly attachments: { readonly filename: string; readonly contentType: string; readonly content: string }[];
}

/**
 * Writes the mail of some notices. What has ended comes first. Of many it lists the first hundred, and all in an attached table.
 *
 * @param notices - in order of their ends
 * @param host - the server that tells
 * @param reader - an end entity reads of its own certificates
 * @param now - when the mail is made, seconds since 1970: the same each time that it is sent
 */
export function noticeMail(
  notices: readonly Notice[],
  host: string,
  reader: 'operator' | 'holder',
  now: number,
): NoticeMail {
  const ended = notices.filter(({ endsAt }) => endsAt <= now);
  const ending = notices.slice(ended.length);
  const listed = notices.slice(0, MOST_LISTED);
  const whose = reader === 'holder' ? 'Your certificates' : 'These';
  const origin = ` Sealwright at ${host} reports each once.`;
  const isWhole = listed.length === notices.length;
  const text = [
    ...sectionOf(`${whose} have ended.${origin}`, listed.slice(0, ended.length)),
    ...sectionOf(`${whose} end soon.${origin}`, listed.slice(ended.length)),
    ...(isWhole
      ? []
      : [
          `Not listed: ${countOf(notices.slice(MOST_LISTED))}. The attached file ${TABLE} names all ${notices.length}.`,
        ]),
    ...(reader === 'holder' || ending.every(({ kind }) => kind !== 'certificate')
      ? []
      : ['Certificates that end soon, at any time: sealwright cert expiring --within 30d']),
  ];
  return {
    subject: `Sealwright: ${subjectOf(ended, ending)}`,
    text: `${text.join('\n\n')}\n`,
    attachments: isWhole
      ? []
      : [{ filename: TABLE, contentType: 'text/csv; charset=utf-8', content: noticeTable(notices) }],
  };
}

function sectionOf(heading: string, notices: readonly Notice[]): string[] {
  return notices.length === 0 ? [] : [heading, ...notices.map((notice) => entryOf(notice))];
}

function subjectOf(ended: readonly Notice[], ending: readonly Notice[]): string {
  const past = ended.length === 0 ? [] : [`${countOf(ended)} ${ended.length === 1 ? 'has' : 'have'} ended`];
  if (ending.length === 0) return past.join('');
  const day = minuteText(ending[0]!.endsAt).slice(0, 10);
  const coming = `${countOf(ending)} ${ending.length === 1 ? 'ends' : 'end, the first'} on ${day}`;
  return [...past, coming].join('; ');
}

/** Counts the objects by kind: `2 certificates and 1 CRL`. */
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
    `${minuteText(endsAt)}  ${word} ${name}`,
    ...Object.entries(facts).map(([fact, value]) => `    ${fact.replaceAll('_', ' ')}: ${value}`),
    `    to do: ${advice}`,
  ].join('\n');
}

/** Most urgent first. */
const KINDS: readonly (readonly [kind: NoticeKind, one: string, several: string])[] = [
  ['ca', 'CA', 'CAs'],
  ['crl', 'CRL', 'CRLs'],
  ['worker', "worker's certificate", "workers' certificates"],
  ['certificate', 'certificate', 'certificates'],
];
const MOST_LISTED = 100;
/** The name of the attached table. */
const TABLE = 'ending.csv';
