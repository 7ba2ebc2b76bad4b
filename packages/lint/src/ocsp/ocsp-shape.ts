/** Comparison of OCSP responses in all that rules look at. */
import type { Element } from '../ber/element.ts';
import { defectsWithin } from '../ber/encoding-defects.ts';
import { hex, type WrittenTime } from '../ber/values.ts';
import type { ExtensionsUnderLint } from '../certificate/extensions-under-lint.ts';
import { nonce } from './ocsp-forms.ts';
import type { ResponseDataUnderLint } from './ocsp-response-under-lint.ts';
import type { SingleResponseUnderLint } from './single-response.ts';

/** Returns whether `data` differs from `template` in nothing but what no rule minds: see `OcspTemplate.fits`. */
export function hasShapeOf(data: ResponseDataUnderLint, template: ResponseDataUnderLint): boolean {
  return (
    defectsWithin(data.element) === 0 &&
    isSame(data.versionElement, template.versionElement) &&
    data.responderElement.equals(template.responderElement) &&
    data.producedAt.seconds !== undefined &&
    data.responses.length === template.responses.length &&
    new Set(data.responses.map(({ id }) => hex(id.raw))).size === data.responses.length &&
    data.responses.every((one, at) => isSameStatus(one, template.responses[at]!, data.producedAt.seconds!)) &&
    haveSameForm(data.extensions, template.extensions)
  );
}

function isSameStatus(one: SingleResponseUnderLint, template: SingleResponseUnderLint, producedAt: number): boolean {
  const { status, thisUpdate } = one;
  const { length } = one.serialNumber;
  return (
    one.hashAlgorithm.element.equals(template.hashAlgorithm.element) &&
    one.issuerNameHash.length === template.issuerNameHash.length &&
    one.issuerKeyHash.length === template.issuerKeyHash.length &&
    length > 0 &&
    length <= 20 &&
    one.serialNumber[0]! < 0x80 &&
    one.serialNumber.some((octet) => octet !== 0) &&
    status.kind === template.status.kind &&
    (status.kind !== 'revoked' ||
      template.status.kind !== 'revoked' ||
      (status.reason === template.status.reason && isBetween(status.time, 1, producedAt))) &&
    isBetween(thisUpdate, 0, producedAt) &&
    interval(one) === interval(template) &&
    isSame(one.extensionsElement, template.extensionsElement)
  );
}

function isBetween({ seconds }: WrittenTime, from: number, to: number): boolean {
  return seconds !== undefined && seconds >= from && seconds <= to;
}

/** NaN, which is the same as nothing, for times that cannot be read. */
function interval({ thisUpdate, nextUpdate }: SingleResponseUnderLint): number | undefined {
  if (nextUpdate === undefined) return undefined;
  return (nextUpdate.seconds ?? Number.NaN) - (thisUpdate.seconds ?? Number.NaN);
}

function haveSameForm(one: ExtensionsUnderLint, template: ExtensionsUnderLint): boolean {
  return (
    one.all.length === template.all.length &&
    one.all.every((extension, at) => {
      const other = template.all[at]!;
      return (
        extension.oid === other.oid &&
        isSame(extension.criticalElement, other.criticalElement) &&
        (extension.oid === nonce.oid
          ? one.value(nonce)?.length === template.value(nonce)?.length && one.value(nonce) !== undefined
          : Buffer.compare(extension.value, other.value) === 0)
      );
    })
  );
}

function isSame(one: Element | undefined, other: Element | undefined): boolean {
  return one === undefined || other === undefined ? one === other : one.equals(other);
}
