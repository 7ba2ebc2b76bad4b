/** Messages of a directory (RFC 4511), checked before a library reads them. */
import { LdapConnectionError } from './ldap-errors.ts';

/** The head of a request: the number that its answers have, and the operation. */
export interface LdapRequest {
  readonly messageId: number;
  readonly operation: number;
}

/** A message of a directory. `end`: nothing more follows of the answer. */
export interface LdapAnswer {
  /** The message, and nothing in it that we do not read. Undefined: there is nothing for us in it. */
  readonly octets: Buffer | undefined;
  readonly isEnd: boolean;
}

/** Returns the head of a request that we have made ourselves. */
export function requestOf(octets: Buffer): LdapRequest {
  const { head } = messageAt(octets);
  return head;
}

/**
 * Reads a message, which has to be an answer to `request` and well-formed to the last octet.
 *
 * The library reads what it gets without end where a length leads out of what holds it, and throws where nobody catches it.
 *
 * @param octets - of one message
 * @throws {@link LdapConnectionError}
 */
export function answerTo(request: LdapRequest | undefined, octets: Buffer): LdapAnswer {
  const { head, operation } = messageAt(octets);
  const { messageId } = head;
  if (messageId === 0) throw new LdapConnectionError('says that it ends the connection');
  const answers = request?.messageId === messageId ? ANSWERS.get(request.operation) : undefined;
  if (answers === undefined || !answers.includes(head.operation))
    throw new LdapConnectionError('sent an answer to nothing that it was asked');
  // Referrals are not followed.
  if (head.operation === SEARCH_REFERENCE) return { octets: undefined, isEnd: false };
  const isEntry = head.operation === SEARCH_ENTRY;
  const end = isEntry ? endOfEntry(octets, operation) : endOfResult(octets, operation);
  return {
    octets: message(messageId, head.operation, octets.subarray(operation.from, end)),
    isEnd: !isEntry,
  };
}

/**
 * Returns the length of the message that begins at `octets`; undefined while that is not known.
 *
 * @throws {@link LdapConnectionError} where no message of at most `most` octets begins
 */
export function messageOctets(octets: Buffer, most: number): number | undefined {
  if (octets.length > 0 && octets[0] !== SEQUENCE) throw malformed();
  if (octets.length < 2) return undefined;
  const count = octets[1]! < 0x80 ? 0 : octets[1]! & 0x7f;
  if (octets[1] === 0x80 || count > MAX_LENGTH_OCTETS) throw malformed();
  if (octets.length < 2 + count) return undefined;
  const length = 2 + count + (count === 0 ? octets[1]! : octets.readUIntBE(2, count));
  if (length > most) throw new LdapConnectionError(`sent more than ${most} octets`);
  return length;
}

/** A value: its tag, and where its content begins and ends. */
interface Value {
  readonly tag: number;
  readonly from: number;
  readonly to: number;
}

function malformed(): LdapConnectionError {
  return new LdapConnectionError('sent something that is not an LDAP message');
}

/** Reads the value that begins at `at`, which has to end within `to`. */
function valueAt(octets: Buffer, at: number, to: number): Value {
  if (at + 2 > to) throw malformed();
  const [tag, first] = [octets[at]!, octets[at + 1]!];
  const count = first < 0x80 ? 0 : first & 0x7f;
  const from = at + 2 + count;
  if ((tag & 0x1f) === 0x1f || first === 0x80 || count > MAX_LENGTH_OCTETS || from > to) throw malformed();
  const end = from + (count === 0 ? first : octets.readUIntBE(at + 2, count));
  if (end > to) throw malformed();
  return { tag, from, to: end };
}

function valueOf(tag: number, octets: Buffer, at: number, to: number): Value {
  const value = valueAt(octets, at, to);
  if (value.tag !== tag) throw malformed();
  return value;
}

/** Controls may follow the operation: we ask for none. */
function messageAt(octets: Buffer): { readonly head: LdapRequest; readonly operation: Value } {
  const whole = valueOf(SEQUENCE, octets, 0, octets.length);
  const messageId = numberOf(INTEGER, octets, whole.from, whole.to);
  const operation = valueAt(octets, messageId.end, whole.to);
  return { head: { messageId: messageId.number, operation: operation.tag }, operation };
}

function numberOf(tag: number, octets: Buffer, at: number, end: number) {
  const { from, to } = valueOf(tag, octets, at, end);
  if (to === from || to - from > MAX_LENGTH_OCTETS || octets[from]! >= 0x80) throw malformed();
  return { number: octets.readUIntBE(from, to - from), end: to };
}

/** LDAPResult: a code, a name and a text. The rest says nothing to us (§4.1.9). */
function endOfResult(octets: Buffer, { from, to }: Value): number {
  const code = numberOf(ENUMERATED, octets, from, to);
  const name = valueOf(OCTET_STRING, octets, code.end, to);
  return valueOf(OCTET_STRING, octets, name.to, to).to;
}

/** SearchResultEntry: a name, and attributes with their values (§4.5.2). */
function endOfEntry(octets: Buffer, { from, to }: Value): number {
  const name = valueOf(OCTET_STRING, octets, from, to);
  const attributes = valueOf(SEQUENCE, octets, name.to, to);
  let count = 0;
  for (let at = attributes.from; at < attributes.to;) {
    const attribute = valueOf(SEQUENCE, octets, at, attributes.to);
    const type = valueOf(OCTET_STRING, octets, attribute.from, attribute.to);
    const values = valueOf(SET, octets, type.to, attribute.to);
    if (values.to !== attribute.to) throw malformed();
    for (let next = values.from; next < values.to; count++) next = valueOf(OCTET_STRING, octets, next, values.to).to;
    if (++count > MAX_VALUES) throw new LdapConnectionError(`sent an entry of more than ${MAX_VALUES} values`);
    at = attribute.to;
  }
  return attributes.to;
}

function message(messageId: number, operation: number, content: Buffer): Buffer {
  const id = Buffer.alloc(6);
  id.writeUInt16BE((INTEGER << 8) | 4);
  id.writeUInt32BE(messageId, 2);
  const head = Buffer.concat([id, headOf(operation, content.length)]);
  return Buffer.concat([headOf(SEQUENCE, head.length + content.length), head, content]);
}

function headOf(tag: number, length: number): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt16BE((tag << 8) | 0x84);
  head.writeUInt32BE(length, 2);
  return head;
}

const [INTEGER, OCTET_STRING, ENUMERATED, SEQUENCE, SET] = [0x02, 0x04, 0x0a, 0x30, 0x31];
const [SEARCH_ENTRY, SEARCH_REFERENCE] = [0x64, 0x73];
/** The operations of the answers to each request that we make: a login, a search, a change and a new entry. */
const ANSWERS: ReadonlyMap<number, readonly number[]> = new Map([
  [0x60, [0x61]],
  [0x63, [SEARCH_ENTRY, SEARCH_REFERENCE, 0x65]],
  [0x66, [0x67]],
  [0x68, [0x69]],
]);
const MAX_LENGTH_OCTETS = 4;
/** Attributes and values of one entry. */
const MAX_VALUES = 10_000;
