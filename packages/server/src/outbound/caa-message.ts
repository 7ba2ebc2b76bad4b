/** Questions for CAA records and their answers, as messages of the domain name system (RFC 1035 §4, RFC 8659 §4.1). */
import type { Answer, DecodedPacket } from 'dns-packet';
import type { CaaAnswer, CaaRecord } from '../modules/ra/index.ts';

/** An answer as it is read, or the need to ask again by TCP, or one to another question. */
export type ReadAnswer = CaaAnswer | { readonly outcome: 'truncated' } | { readonly outcome: 'stray' };

/** Writes a question, with recursion, room for an answer of 1,232 octets over UDP (RFC 6891), and the wish to hear whether it is verified (RFC 6840 §5.7). */
export async function caaQuestion(domain: string, id: number): Promise<Uint8Array> {
  const { AUTHENTIC_DATA, encode, RECURSION_DESIRED } = await import('./dns-packet.ts');
  return encode({
    type: 'query',
    id,
    flags: RECURSION_DESIRED | AUTHENTIC_DATA,
    questions: [{ type: 'CAA', name: domain, class: 'IN' }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: UDP_OCTETS,
        flags: 0,
        extendedRcode: 0,
        ednsVersion: 0,
        flag_do: false,
        options: [],
      },
    ],
  });
}

/** Reads an answer. One to another question is stray: over UDP anybody may have sent it. */
export async function readCaaAnswer(message: Uint8Array, domain: string, id: number): Promise<ReadAnswer> {
  const { decode } = await import('./dns-packet.ts');
  let packet: Message;
  try {
    packet = decode(Buffer.from(message)) as Message;
  } catch {
    // The package throws errors of any kind for what it cannot read.
    return unreadable(message, id);
  }
  // It reads what is left of a record that the end of the message cuts off.
  if (decode.bytes !== message.length) return unreadable(message, id);
  const [question, ...more] = packet.questions ?? [];
  const isAnswer =
    packet.type === 'response' &&
    packet.id === id &&
    more.length === 0 &&
    question?.type === 'CAA' &&
    question.class === 'IN' &&
    isSame(question.name, domain);
  // A server that cannot read the question repeats none.
  if (!isAnswer)
    return isHeaderOf(message, id) && question === undefined && packet.rcode !== 'NOERROR'
      ? failed(`the resolver answered ${packet.rcode}`)
      : { outcome: 'stray' };
  if (packet.flag_tc) return { outcome: 'truncated' };
  if (packet.rcode !== 'NOERROR' && packet.rcode !== 'NXDOMAIN') return failed(`the resolver answered ${packet.rcode}`);
  if (!packet.flag_ra && !packet.flag_aa)
    return failed('the server that was asked is not a resolver: it asks nobody else');
  return readRecords(packet, domain);
}

type Message = DecodedPacket & { readonly rcode: string };

function readRecords(packet: Message, domain: string): CaaAnswer {
  const { answers = [], authorities = [], flag_ad: isAuthenticated } = packet;
  let owner = domain;
  let ttlSeconds = Infinity;
  for (let steps = 0; ; steps++) {
    const alias = answers.find((answer) => answer.type === 'CNAME' && isSame(answer.name, owner));
    if (alias?.type !== 'CNAME') break;
    if (steps === MAX_ALIASES) return failed("the resolver's answer has aliases without end");
    owner = alias.data;
    ttlSeconds = Math.min(ttlSeconds, ttlOf(alias));
  }
  const found = answers.filter(
    (answer) => answer.type === 'CAA' && answer.class === 'IN' && isSame(answer.name, owner),
  );
  const records: CaaRecord[] = [];
  for (const answer of found) {
    if (answer.type !== 'CAA') continue;
    const { issuerCritical, tag, value } = answer.data;
    // RFC 8659 §4.1.1.
    if (!/^[a-z0-9]{1,255}$/i.test(tag)) return failed("the resolver's answer has a record with an invalid tag");
    records.push({ isCritical: issuerCritical === true, tag, value });
    ttlSeconds = Math.min(ttlSeconds, ttlOf(answer));
  }
  // RFC 2308 §5.
  const soa = authorities.find(({ type }) => type === 'SOA');
  if (records.length === 0)
    ttlSeconds = soa?.type === 'SOA' ? Math.min(ttlSeconds, ttlOf(soa), soa.data.minimum ?? 0) : 0;
  return { outcome: 'answered', records, isAuthenticated, ttlSeconds };
}

/** RFC 2181 §8: one with the highest bit set is zero. */
function ttlOf(answer: Answer): number {
  const ttl = 'ttl' in answer ? (answer.ttl ?? 0) : 0;
  return ttl > 0x7f_ff_ff_ff ? 0 : ttl;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function unreadable(message: Uint8Array, id: number): ReadAnswer {
  return isHeaderOf(message, id) ? failed("the resolver's answer cannot be read") : { outcome: 'stray' };
}

function isHeaderOf(message: Uint8Array, id: number): boolean {
  return message.length >= 12 && message[0] === id >> 8 && message[1] === (id & 0xff) && (message[2]! & 0x80) !== 0;
}

function failed(reason: string): CaaAnswer {
  return { outcome: 'failed', reason };
}

/** Messages of that size are not fragmented on their way. */
const UDP_OCTETS = 1232;
const MAX_ALIASES = 16;
