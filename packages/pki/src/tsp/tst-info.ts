/** Content of a time-stamp (RFC 3161 §2.4.2). */
import { asDer, type Der, type Oid, readDer, Tag, writeDer } from '../der/index.ts';
import type { Extension } from '../extension/extension.ts';
import { type GeneralName, readGeneralName, writeGeneralName } from '../general-name/index.ts';
import { type Accuracy, readAccuracy, writeAccuracy } from './accuracy.ts';
import { encodeGenTime, type GenTime, readGenTime } from './gen-time.ts';
import { readImplicitExtensions, writeImplicitExtensions } from './implicit-extensions.ts';
import { type MessageImprint, readMessageImprint } from './message-imprint.ts';
import { readNonce } from './nonce.ts';
import { requireVersion1 } from './time-stamp-request.ts';

export interface TstInfo {
  readonly policy: Oid;
  /** As the request has it. */
  readonly messageImprint: MessageImprint;
  /** Unlike that of any other token of the authority; ours are positive and of at most 160 bits. */
  readonly serialNumber: bigint;
  readonly genTime: GenTime;
  readonly accuracy?: Accuracy | undefined;
  /** True when the times of two tokens of the authority always tell which was first; false when left out. */
  readonly ordering?: boolean | undefined;
  /** As the request has it. */
  readonly nonce?: bigint | undefined;
  /** A hint at the authority's name: one of its certificate's. */
  readonly tsa?: GeneralName | undefined;
  readonly extensions?: readonly Extension[] | undefined;
}

/** Form in which a TSTInfo is written. */
export interface TstInfoForm {
  /** True to write out `ordering` when it is false too, which DER leaves out (X.690 §11.5) and some clients look for. */
  readonly writeOrdering?: boolean | undefined;
}

/**
 * Encodes what a time-stamp says.
 *
 * @throws {RangeError} for a serial number, time or accuracy out of its range, and for a name that is not ASCII
 * @throws {X509Error} `x509.duplicate_extension`
 */
export function encodeTstInfo(info: TstInfo, { writeOrdering = false }: TstInfoForm = {}): Der<'TstInfo'> {
  const { serialNumber, accuracy, ordering = false, nonce, tsa, extensions = [] } = info;
  if (serialNumber <= 0n || serialNumber >= MAX_SERIAL)
    throw new RangeError(`the serial number ${serialNumber} is not positive and of at most 160 bits`);
  const der = writeDer((writer) =>
    writer.sequence(() => {
      writer.integer(1).oid(info.policy).raw(info.messageImprint.der).integer(serialNumber);
      writer.ascii(encodeGenTime(info.genTime), Tag.generalizedTime);
      if (accuracy !== undefined) writeAccuracy(writer, accuracy);
      if (ordering || writeOrdering) writer.boolean(ordering);
      if (nonce !== undefined) writer.integer(nonce);
      // GeneralName is a CHOICE, which is never tagged implicitly (X.680 §31.2.7).
      if (tsa !== undefined) writer.explicit(0, () => writeGeneralName(writer, tsa));
      writeImplicitExtensions(writer, extensions, 1);
    }),
  );
  return asDer<'TstInfo'>(der);
}

/**
 * Reads what a time-stamp says.
 *
 * Accepted on reading: a default that is written out, such as `ordering FALSE`; a serial number of any sign and size up to 4,096 octets.
 *
 * @throws {DerError} when the bytes are not a TSTInfo in DER
 * @throws {TspError} `tsp.bad_version`, `tsp.bad_time`, `tsp.bad_value`, `tsp.too_large`
 * @throws {X509Error} `x509.duplicate_extension`
 */
export function parseTstInfo(der: Uint8Array): TstInfo {
  return readDer(der, (reader) => {
    const sequence = reader.readSequence();
    requireVersion1(sequence.readSmallInteger(0xff));
    const policy = sequence.readOid();
    const messageImprint = readMessageImprint(sequence);
    const serialNumber = sequence.readInteger();
    const genTime = readGenTime(sequence);
    const accuracy = sequence.nextIs(Tag.sequence) ? readAccuracy(sequence) : undefined;
    const ordering = sequence.nextIs(Tag.boolean) ? sequence.readBoolean() : false;
    const nonce = readNonce(sequence);
    const explicit = sequence.readOptionalExplicit(0);
    const tsa = explicit && readGeneralName(explicit);
    explicit?.finish();
    const extensions = readImplicitExtensions(sequence, 1);
    sequence.finish();
    return { policy, messageImprint, serialNumber, genTime, accuracy, ordering, nonce, tsa, extensions };
  });
}

const MAX_SERIAL = 1n << 160n;
