/** The validity that an enrollment asks for, and what has become of it. */
import { type Certificate, printedSerialNumber } from '@sealwright/pki';
import { UnexpectedAnswerError, UsageError } from '../errors.ts';
import { formatMoment, parseMoment } from '../arguments/moment.ts';
import type { Enrolled } from '../rest/ca-rest.ts';

/** The options. */
export interface ValidityOptions {
  readonly notBefore?: string;
  readonly notAfter?: string;
}

/** Both ends in seconds since 1970; undefined where the certificate profile decides. */
export interface AskedValidity {
  readonly notBefore: number | undefined;
  readonly notAfter: number | undefined;
}

/** The validity that was given, with what messages call the certificate. */
type Given = Pick<Certificate, 'notBefore' | 'notAfter' | 'serialNumberText'>;

/** @throws {@link UsageError} */
export function readValidity({ notBefore, notAfter }: ValidityOptions): AskedValidity {
  const asked = { notBefore: secondsOf(notBefore, '--not-before'), notAfter: secondsOf(notAfter, '--not-after') };
  if (asked.notBefore !== undefined && asked.notAfter !== undefined && asked.notAfter <= asked.notBefore)
    throw new UsageError('--not-after has to come after --not-before');
  return asked;
}

/**
 * Requires that a certificate is valid at no time that was not asked for.
 *
 * @throws {@link UnexpectedAnswerError}
 */
export function requireWithin({ notBefore, notAfter, serialNumberText }: Given, asked: AskedValidity): void {
  const early = asked.notBefore !== undefined && notBefore < asked.notBefore;
  const late = asked.notAfter !== undefined && notAfter > asked.notAfter;
  if (!early && !late) return;
  throw new UnexpectedAnswerError(
    `the server issued the certificate ${printedSerialNumber(serialNumberText)} for ${formatMoment(notBefore)} to ${formatMoment(notAfter)}, ` +
      'longer than was asked for; revoke it, or have the certificate profile allow it (allowValidityOverride)',
  );
}

/** Says what has made the validity shorter than it could have been. */
export function validityWarnings({ certificate, chain }: Enrolled, asked: AskedValidity): readonly string[] {
  const end = formatMoment(certificate.notAfter);
  if (chain[0]?.notAfter === certificate.notAfter && asked.notAfter !== certificate.notAfter)
    return [`the validity is cut: the certificate of the CA ends at ${end}, and so does this one`];
  return endWarnings(certificate, asked, 'the certificate profile');
}

/** Says that a certificate ends before it was asked to. @param who - has cut it */
export function endWarnings(
  { notAfter }: Pick<Given, 'notAfter'>,
  asked: AskedValidity,
  who: string,
): readonly string[] {
  if (asked.notAfter === undefined || notAfter >= asked.notAfter) return [];
  const end = formatMoment(notAfter);
  return [`the validity is cut: ${who} has it end at ${end}, not at ${formatMoment(asked.notAfter)}`];
}

function secondsOf(text: string | undefined, option: string): number | undefined {
  return text === undefined ? undefined : Date.parse(parseMoment(text, option)) / 1000;
}
