/** basicConstraints: whether the subject is a CA (RFC 5280 §4.2.1.9). */
import { oid, readDer, Tag, writeDer } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { MAX_COUNT, requireCount } from './integer-range.ts';

export interface BasicConstraints {
  readonly ca: boolean;
  /** Number of intermediate certificates that are not self-issued and may follow in a path; absent means no limit. */
  readonly pathLength?: number;
}

/**
 * `SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER (0..MAX) OPTIONAL }` (RFC 5280 §4.2.1.9).
 *
 * `encode` throws a RangeError for a path length that is negative, not an integer, or given with `ca: false`.
 *
 * Accepted on reading: cA FALSE written out (`30 03 01 01 00`), because much software writes the default; and a path length
 * without cA, because what it means is for path validation to judge.
 */
export const basicConstraints: ExtensionType<BasicConstraints> = {
  oid: oid('2.5.29.19'),
  name: 'basicConstraints',
  encode({ ca, pathLength }) {
    if (pathLength !== undefined && !ca) throw new RangeError('a path length needs ca to be true');
    return writeDer((writer) =>
      writer.sequence(() => {
        if (ca) writer.boolean(true);
        if (pathLength !== undefined) writer.integer(requireCount(pathLength, 'path length'));
      }),
    );
  },
  decode: (der) =>
    readDer(der, (reader) => {
      const sequence = reader.readSequence();
      const ca = sequence.nextIs(Tag.boolean) && sequence.readBoolean();
      const pathLength = sequence.atEnd ? undefined : sequence.readSmallInteger(MAX_COUNT);
      sequence.finish();
      return { ca, ...(pathLength !== undefined && { pathLength }) };
    }),
};
