/**
 * Damaged certificates, CRLs, requests of all forms, card verifiable certificates, keystores, signed messages, envelopes, time-stamps, messages of OCSP and
 * what SSH has, and what is held to hold for each: it is read, or refused with an error of this package, within a bounded time.
 *
 * Everything follows from a number, so that a failure is found again: `runMutations(kind, number, 1)`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

import { Certificate } from '../src/certificate/index.ts';
import {
  algorithmProtection,
  AuthEnvelopedData,
  type CmsAttributeType,
  commitmentType,
  contentHints,
  contentType,
  counterSignature,
  isWrappedFor,
  messageDigest,
  mimeType,
  signaturePolicy,
  signatureTimeStamp,
  SignedData,
  SignerInfo,
  signerLocation,
  signingCertificate,
  signingCertificateV2,
  signingTime,
  unwrapKey,
  verifySigner,
} from '../src/cms/index.ts';
import { Crl } from '../src/crl/index.ts';
import { CvCertificate, CvRequest } from '../src/cvc/index.ts';
import { PkiError } from '../src/errors.ts';
import { type Extension, knownExtension } from '../src/extension/index.ts';
import { formatGeneralNames } from '../src/general-name/index.ts';
import { subjectAltName } from '../src/extension/subject-alt-name.ts';
import { readBcfks, readJks, readPkcs12, writeBcfks, writeJks } from '../src/keystore/index.ts';
import { digestJks } from '../src/keystore/jks/jks-format.ts';
import {
  CertificateRequestMessage,
  CertificationRequest,
  parseSpkacFile,
  SignedPublicKey,
} from '../src/request/index.ts';
import { verifySignatureInPool } from '../src/public-key/index.ts';
import { checkOcspResponse, ocspNonce, OcspRequest, parseOcspResponse } from '../src/ocsp/index.ts';
import { Krl, SshCertificate } from '../src/ssh/index.ts';
import { checkImprint, parseTimeStampRequest, parseTimeStampResponse, TimeStampToken } from '../src/tsp/index.ts';
import { encryptBcfks, openBcfksLayers, sealBcfks } from './bcfks-layers.ts';
import { cmsFixtures } from './cms-fixtures.ts';
import { envelopeFixtures } from './envelope-fixtures.ts';
import { certificateFixtures, crlFixtures, requestFixtures } from './producers.ts';
import { OCSP_NOW, ocspFixtures, ocspPathTo } from './ocsp-fixtures.ts';
import { crmfFixtures, readFixture, spkacFixtures } from './request-fixtures.ts';
import { PKITS_CERTIFICATES, PKITS_CRLS, readPkits } from './pkits.ts';
import { readSshFixture, readSshText, sshFixtures } from './ssh-fixtures.ts';
import { timeStampFixtures } from './time-stamps.ts';

export type MutationKind = keyof typeof KINDS;

/** More than the reading of any input takes, however slow the machine. */
const MAX_MILLISECONDS = 50;

/** Every kind of input. */
export function mutationKinds(): readonly MutationKind[] {
  return Object.keys(KINDS) as MutationKind[];
}

/** Counts of a run: a mutation that nobody refuses, or that all refuse at the first octet, proves little. */
export interface MutationCounts {
  readonly read: number;
  readonly refused: ReadonlyMap<string, number>;
  readonly slowestMilliseconds: number;
}

/** Reader of the inputs. */
export interface MutationReader {
  readonly read: (this: void, input: Uint8Array) => void | Promise<void>;
  /** Tells whether the reader may throw this. */
  readonly isRefusal: (this: void, error: unknown) => error is Error & { readonly code: string };
  /** The inputs that are damaged, in place of those of the kind. */
  readonly seeds?: readonly Uint8Array[];
}

/**
 * Tries the inputs numbered `from` up to `from + count`.
 *
 * @param reader - that of this package for the kind unless given
 * @throws the first violation, which names the number
 */
export async function runMutations(
  kind: MutationKind,
  from: number,
  count: number,
  { read, isRefusal, seeds }: MutationReader = {
    read: KINDS[kind].read,
    isRefusal: (error) => error instanceof PkiError,
  },
): Promise<MutationCounts> {
  const all = seeds ?? (await KINDS[kind].seeds());
  const refused = new Map<string, number>();
  let accepted = 0;
  let slowestMilliseconds = 0;
  for (let number = from; number < from + count; number++) {
    const input = mutation(all, number);
    const before = process.cpuUsage();
    const code = await outcome(kind, number, input);
    let milliseconds = processorMilliseconds(before);
    // The compiler and the collector work beside it: it must be slow each time.
    for (let again = 0; again < 3 && milliseconds > MAX_MILLISECONDS; again++) {
      const repeated = process.cpuUsage();
      await outcome(kind, number, input);
      milliseconds = Math.min(milliseconds, processorMilliseconds(repeated));
    }
    if (milliseconds > MAX_MILLISECONDS) throw violation(kind, number, input, `took ${milliseconds} ms`);
    slowestMilliseconds = Math.max(slowestMilliseconds, milliseconds);
    if (code === undefined) accepted++;
    else refused.set(code, (refused.get(code) ?? 0) + 1);
  }
  return { read: accepted, refused, slowestMilliseconds };

  /** The code that the input is refused with. */
  async function outcome(kind: MutationKind, number: number, input: Uint8Array): Promise<string | undefined> {
    try {
      await read(input);
      return undefined;
    } catch (error) {
      if (!isRefusal(error)) throw violation(kind, number, input, 'threw another error', error);
      if (error.message.length > MAX_MESSAGE)
        throw violation(kind, number, input, 'has a message without bound', error);
      return error.code;
    }
  }
}

/** Returns the processor time of all threads of this process since then, which does not depend on how busy the machine is. */
function processorMilliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

function violation(kind: MutationKind, number: number, input: Uint8Array, what: string, cause?: unknown): RangeError {
  return new RangeError(`${kind} ${number} ${what}: ${input.toHex()}`, { cause });
}

interface Kind {
  readonly seeds: () => readonly Uint8Array[] | Promise<readonly Uint8Array[]>;
  readonly read: (this: void, input: Uint8Array) => void | Promise<void>;
}

const KEYSTORES = new URL('../src/keystore/fixtures/', import.meta.url);

const KINDS = {
  certificate: {
    seeds: () => [
      ...small(certificateFixtures().map(({ read }) => read.der)),
      ...every(
        8,
        readPkits(PKITS_CERTIFICATES).map(({ der }) => der),
      ),
    ],
    read: (input) => {
      const certificate = Certificate.parse(input);
      readNames(certificate.issuer, certificate.subject);
      readExtensions(certificate.extensions);
      eachOf(
        () => certificate.serialNumber,
        () => certificate.serialNumberText,
        () => certificate.extension(subjectAltName),
        () => certificate.verify(certificate.publicKey),
      );
    },
  },
  crl: {
    seeds: () => [
      ...small(crlFixtures().map(({ read }) => read.der)),
      ...every(
        4,
        readPkits(PKITS_CRLS).map(({ der }) => der),
      ),
    ],
    read: (input) => {
      const crl = Crl.parse(input);
      readNames(crl.issuer);
      readExtensions(crl.extensions);
      eachOf(
        () => crl.signatureAlgorithm,
        () => {
          for (const entry of crl.entries()) readExtensions(entry.extensions);
        },
      );
    },
  },
  request: {
    seeds: () => small(requestFixtures().map(({ read }) => read.der)),
    read: (input) => {
      const request = CertificationRequest.parse(input);
      readNames(request.subject);
      readExtensions(request.extensions);
      eachOf(
        () => request.challengePassword,
        () => request.verifyProofOfPossession(),
      );
    },
  },
  crmf: {
    seeds: () => small([...crmfFixtures().values(), readFixture('crmf/openssl-ec.cmp')]),
    read: async (input) => {
      const message = CertificateRequestMessage.parse(input);
      const { template } = message;
      readNames(...[template.issuer, template.subject].filter((name) => name !== undefined));
      readExtensions(template.extensions);
      message.verifyPublicKeyMac('foo123');
      if (message.proof?.type === 'signature') await message.verifySigningKeyProof(verifySignatureInPool);
    },
  },
  spkac: {
    seeds: () => {
      const texts = [...spkacFixtures().values()];
      const encode = (text: string) => new TextEncoder().encode(text);
      return [
        // Damage to the octets goes deeper than damage to their base64.
        ...texts.flatMap((text) => Array.from({ length: 3 }, () => parseSpkacFile(text).der)),
        ...texts.map((text) => encode(`${text}C=SE\n1.OU=Example\nCN = www.example.org\n`)),
      ];
    },
    read: async (input) => {
      const file = input[0] === 0x30 ? undefined : parseSpkacFile(new TextDecoder().decode(input));
      if (file?.subject !== undefined) readNames(file.subject);
      await SignedPublicKey.parse(file?.der ?? input).verifyProofOfPossessionBy(verifySignatureInPool);
    },
  },
  'cvc request': {
    seeds: () => cvcFixtures(/request|authenticated/),
    read: (input) => {
      const request = CvRequest.parse(input);
      eachOf(
        () => request.verifyProofOfPossession(),
        () => request.outer && request.verifyOuter(request.publicKey),
      );
    },
  },
  cvc: {
    seeds: () => cvcFixtures(/\.cvcert$/),
    read: (input) => {
      // A request lacks what a certificate has, so whichever it was is read by one of the two.
      const certificate = attempt(() => CvCertificate.parse(input));
      if (certificate !== undefined) {
        if (certificate.isSelfSigned) certificate.verify(certificate.publicKey);
        return;
      }
      const request = CvRequest.parse(input);
      eachOf(
        () => request.verifyProofOfPossession(),
        () => request.verifyOuter(request.publicKey),
      );
    },
  },
  pkcs12: {
    seeds: () => {
      const files = readdirSync(KEYSTORES).filter((file) => file.endsWith('.p12'));
      // Twice those that are opened without a derivation: damage to the others ends at the MAC.
      const open = files.filter((file) => /unencrypted|no-mac|passwordless|rc4/.test(file));
      return [...files, ...open, ...open].map(keystoreFixture);
    },
    read: async (input) => {
      const { keys } = await readPkcs12(input, 'foo123', { maxIterations: 1000 });
      for (const key of keys) await key.decrypt();
    },
  },
  jks: {
    // The digest at the end is put right again: damage would go no deeper.
    seeds: async () => {
      const files = [await writeJks(keystoreContents()), keystoreFixture('jdk17-jks.jks')];
      return [...files, keystoreFixture('jdk17-jceks.jks')].map((file) => file.slice(0, -20));
    },
    read: async (input) => {
      const file = join(input, digestJks(input, 'foo123'));
      for (const key of await readJks(file, 'foo123', { maxIterations: 1000 })) await key.decrypt();
    },
  },
  bcfks: {
    // The last octet says which layer of a file the others are.
    seeds: async () => {
      const file = await writeBcfks(keystoreContents());
      const { content, entries } = await openBcfksLayers(file, 'foo123');
      const whole = [file, keystoreFixture('bc1-sha3.bcfks')].map((seed) => join(seed, [0]));
      return [...whole, join(content, [1]), join(entries, [2]), join(entries, [2])];
    },
    read: async (input) => {
      const file = await BCFKS_LAYERS[(input.at(-1) ?? 0) % 3]!(input.subarray(0, -1));
      for (const key of await readBcfks(file, 'foo123', { maxIterations: 2000 })) await key.decrypt();
    },
  },
  'signed message': {
    seeds: () => small(cmsFixtures().map(({ message }) => message)),
    read: (input) => {
      const signed = SignedData.parse(input);
      const content = { bytes: signed.content ?? new Uint8Array() };
      for (const signer of signed.signers) {
        const certificate = signed.signerCertificate(signer);
        if (certificate !== undefined) verifySigner(signer, { certificate, contentType: signed.contentType, content });
        eachOf(
          ...CMS_ATTRIBUTES.map((type) => () => signer.signed(type)),
          () => signer.unsigned(counterSignature).map((der) => SignerInfo.parse(der)),
          () => signer.unsigned(signatureTimeStamp),
        );
      }
    },
  },
  envelope: {
    seeds: () => envelopeFixtures().map(({ envelope }) => envelope),
    read: async (input) => {
      const envelope = AuthEnvelopedData.parse(input);
      const attributes = envelope.attributes.filter(({ type }) => type !== contentType.oid);
      let refusal: PkiError | undefined;
      for (const { keyPair } of envelopeFixtures()) {
        for (const { wrapped } of envelope.recipients) {
          if (!isWrappedFor(keyPair.publicKey, wrapped)) continue;
          const key = await unwrapKey(keyPair, wrapped, (octets) => new Uint8Array(octets));
          try {
            envelope.open(key, attributes);
            return;
          } catch (error) {
            if (!(error instanceof PkiError)) throw error;
            refusal = error;
          }
        }
      }
      if (refusal !== undefined) throw refusal;
    },
  },
  'time-stamp request': {
    seeds: () => timeStampFixtures().map(({ request }) => request),
    read: (input) => {
      checkImprint(parseTimeStampRequest(input).messageImprint);
    },
  },
  'time-stamp response': {
    seeds: () => small(timeStampFixtures().map(({ response }) => response)),
    read: (input) => {
      const { token } = parseTimeStampResponse(input);
      if (token !== undefined) TimeStampToken.parse(token).verify();
    },
  },
  'OCSP request': {
    seeds: () =>
      ocspFixtures()
        .map(({ request }) => request)
        .filter(({ length }) => length < 10_000),
    read: (input) => {
      const request = OcspRequest.parse(input);
      eachOf(
        () => request.extension(ocspNonce),
        () => request.verify(ocspPathTo('openssl-good').publicKeys[0]!),
      );
    },
  },
  'OCSP response': {
    seeds: () =>
      ocspFixtures()
        .map(({ response }) => response)
        .filter(({ length }) => length < 10_000),
    read: (input) => {
      const response = parseOcspResponse(input);
      if (response.status !== 'successful') return;
      const { basic } = response;
      for (const name of ['openssl-good', 'openssl-revoked', 'bouncycastle-good'])
        checkOcspResponse(basic, { path: ocspPathTo(name), at: 0, now: OCSP_NOW });
      eachOf(
        () => basic.signatureAlgorithm,
        () => basic.extension(ocspNonce),
      );
    },
  },
  'ssh certificate': {
    seeds: () =>
      sshFixtures('-cert.pub').map(
        (name) => SshCertificate.parseLine(readSshText(`${name}-cert.pub`)).certificate.blob,
      ),
    read: (input) => {
      const certificate = SshCertificate.parse(input);
      eachOf(
        () => certificate.signatureAlgorithm,
        () => certificate.verify(certificate.signatureKey),
      );
    },
  },
  'key revocation list': {
    seeds: () => sshFixtures('.krl').map((name) => readSshFixture(`${name}.krl`)),
    read: (input) => {
      const krl = Krl.parse(input);
      for (const { hasSerial } of krl.certificates) for (const serial of [1n, 5020n, 900_001n]) hasSerial(serial);
    },
  },
} satisfies Record<string, Kind>;

const BCFKS_LAYERS: readonly ((layer: Uint8Array) => Uint8Array | Promise<Uint8Array>)[] = [
  (file) => file,
  (content) => sealBcfks(content, 'foo123'),
  (entries) => encryptBcfks(entries, 'foo123'),
];

function keystoreFixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(name, KEYSTORES)));
}

/** Contents of a keystore that is the same on every run. */
function keystoreContents() {
  return {
    password: 'foo123',
    alias: 'mine',
    privateKey: keystoreFixture('end-entity.p8'),
    certificate: keystoreFixture('end-entity.der'),
    chain: [keystoreFixture('ca.der')],
    createdMs: 0,
    iterations: 1,
    random: (count: number) => new Uint8Array(count).fill(7),
  };
}

/** Card verifiable certificates and requests in files of such names. */
function cvcFixtures(names: RegExp): readonly Uint8Array[] {
  const directory = new URL('../src/cvc/fixtures/', import.meta.url);
  const files = readdirSync(directory).filter((file) => file.endsWith('.cvcert') && names.test(file));
  return files.map((file) => new Uint8Array(readFileSync(new URL(file, directory))));
}

/** Returns what `read` returns, or undefined when it refuses. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return undefined;
  }
}
const CMS_ATTRIBUTES: readonly CmsAttributeType<unknown>[] = [
  algorithmProtection,
  commitmentType,
  contentHints,
  contentType,
  messageDigest,
  mimeType,
  signaturePolicy,
  signerLocation,
  signingCertificate,
  signingCertificateV2,
  signingTime,
];

/** One damaged seed. */
function mutation(seeds: readonly Uint8Array[], number: number): Uint8Array {
  const random = new RandomSequence(number);
  let bytes = seeds[random.below(seeds.length)]!;
  const times = 1 + random.below(3);
  for (let i = 0; i < times; i++) {
    const change = CHANGES[random.below(CHANGES.length)]!;
    bytes = change(bytes, random, seeds);
  }
  return bytes;
}

type Change = (bytes: Uint8Array, random: RandomSequence, seeds: readonly Uint8Array[]) => Uint8Array;

const CHANGES: readonly Change[] = [
  (bytes, random) => set(bytes, random.below(bytes.length), (octet) => octet ^ (1 << random.below(8))),
  (bytes, random) => set(bytes, random.below(bytes.length), () => random.below(256)),
  (bytes, random) => set(bytes, random.below(bytes.length), () => EDGES[random.below(EDGES.length)]!),
  // The headers of the outer elements stand there.
  (bytes, random) => set(bytes, random.below(Math.min(bytes.length, 48)), () => EDGES[random.below(EDGES.length)]!),
  (bytes, random) => bytes.slice(0, random.below(bytes.length)),
  (bytes, random) => {
    const at = random.below(bytes.length);
    return join(bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(8)));
  },
  (bytes, random) => {
    const at = random.below(bytes.length);
    const inserted = Uint8Array.from({ length: 1 + random.below(8) }, () => random.below(256));
    return join(bytes.subarray(0, at), inserted, bytes.subarray(at));
  },
  (bytes, random) => {
    const at = random.below(bytes.length);
    const piece = bytes.subarray(at, at + 1 + random.below(64));
    return join(bytes.subarray(0, at), piece, piece, piece, bytes.subarray(at + piece.length));
  },
  (bytes, random, seeds) => {
    const other = seeds[random.below(seeds.length)]!;
    const from = random.below(other.length);
    return overwrite(bytes, random.below(bytes.length), other.subarray(from, from + 1 + random.below(32)));
  },
  replaceElement,
  replaceElement,
];

/** Exchanges one element for a random one of the same seed or another, with the lengths around it put right: damage that goes deep. */
function replaceElement(bytes: Uint8Array, random: RandomSequence, seeds: readonly Uint8Array[]): Uint8Array {
  const elements = elementsOf(bytes);
  const other = seeds[random.below(seeds.length)]!;
  const others = elementsOf(other);
  const target = elements[random.below(elements.length)];
  const source = others[random.below(others.length)];
  if (target === undefined || source === undefined) return bytes;
  let content = other.subarray(source.start, source.end);
  let { start, end } = target;
  for (let parent = target.parent; parent !== undefined; parent = elements[parent]!.parent) {
    const around = elements[parent]!;
    content = join(bytes.subarray(around.contentStart, start), content, bytes.subarray(end, around.end));
    content = join(header(bytes[around.start]!, content.length), content);
    ({ start, end } = around);
  }
  return join(bytes.subarray(0, start), content, bytes.subarray(end));
}

interface Element {
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
  /** Index of the element around it. */
  readonly parent: number | undefined;
}

/** The elements of an encoding that is in order, outermost first; none of one that is not. */
function elementsOf(bytes: Uint8Array): readonly Element[] {
  const elements: Element[] = [];
  const walk = (start: number, end: number, parent: number | undefined): void => {
    for (let at = start; at + 2 <= end && elements.length < 1000;) {
      const first = bytes[at + 1]!;
      const octets = first < 0x80 ? 0 : first & 0x7f;
      if (first === 0x80 || octets > 3 || at + 2 + octets > end) return;
      let length = first;
      if (octets > 0) length = bytes.subarray(at + 2, at + 2 + octets).reduce((sum, octet) => sum * 256 + octet, 0);
      const contentStart = at + 2 + octets;
      if (contentStart + length > end) return;
      elements.push({ start: at, contentStart, end: contentStart + length, parent });
      if ((bytes[at]! & 0x20) !== 0) walk(contentStart, contentStart + length, elements.length - 1);
      at = contentStart + length;
    }
  };
  walk(0, bytes.length, undefined);
  return elements;
}

function header(tag: number, length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(tag, length);
  if (length < 0x100) return Uint8Array.of(tag, 0x81, length);
  if (length < 0x1_0000) return Uint8Array.of(tag, 0x82, length >> 8, length & 0xff);
  return Uint8Array.of(tag, 0x83, length >> 16, (length >> 8) & 0xff, length & 0xff);
}

/** Looks at what reading leaves for later; each part may refuse on its own. */
function eachOf(...parts: readonly (() => unknown)[]): void {
  let first: PkiError | undefined;
  for (const part of parts) {
    try {
      part();
    } catch (error) {
      if (!(error instanceof PkiError)) throw error;
      first ??= error;
    }
  }
  if (first !== undefined) throw first;
}

function readNames(...names: readonly { readonly key: string; toString(): string }[]): void {
  for (const name of names)
    if (name.toString().length + name.key.length === 0) throw new RangeError('a name has no key');
}

function readExtensions(extensions: readonly Extension[]): void {
  eachOf(
    ...extensions.map(({ oid, value }) => () => {
      const decoded = knownExtension(oid)?.decode(value);
      if (oid === subjectAltName.oid) formatGeneralNames(decoded as Parameters<typeof formatGeneralNames>[0]);
    }),
  );
}

function small(all: readonly Uint8Array[]): readonly Uint8Array[] {
  return all.filter(({ length }) => length < 6000);
}

function every(step: number, all: readonly Uint8Array[]): readonly Uint8Array[] {
  return all.filter((_, at) => at % step === 0);
}

function set(bytes: Uint8Array, at: number, change: (octet: number) => number): Uint8Array {
  const changed = bytes.slice();
  if (at < changed.length) changed[at] = change(changed[at]!);
  return changed;
}

function overwrite(bytes: Uint8Array, at: number, piece: Uint8Array): Uint8Array {
  const changed = bytes.slice();
  changed.set(piece.subarray(0, changed.length - at), at);
  return changed;
}

function join(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts.map((part) => Uint8Array.from(part))));
}

/** Numbers that follow from one number (xorshift32 after mixing the seed). */
class RandomSequence {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 0x9e3779b9, 0x85ebca6b) | 1;
    for (let i = 0; i < 4; i++) this.below(2);
  }

  /** 0 to `bound` - 1; 0 when `bound` is 0. */
  below(bound: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return bound === 0 ? 0 : (this.#state >>> 0) % bound;
  }
}

/** Octets that mean something where a tag or a length stands. */
const EDGES = [
  0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x13, 0x17, 0x18, 0x1f, 0x30, 0x31, 0x7f, 0x80, 0x81, 0x82, 0x84, 0xa0,
  0xa3, 0xff,
];
const MAX_MESSAGE = 1000;
