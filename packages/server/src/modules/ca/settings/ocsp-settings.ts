/** OCSP settings of a CA: the signer of responses, their contents, and their validity. */
import { curveByName, keyAlgorithmByName, readable } from '@sealwright/pki';
import { type Static, type TObject, Type } from 'typebox';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { choice, durationText, parseDuration, reference, type ReportProblem } from '../../configuration/index.ts';

/** OCSP settings of a CA. Durations in seconds. */
export interface OcspSettings {
  /** Signer of responses: a responder certified by the CA, the CA itself, or none. */
  readonly signer: 'DELEGATED' | 'CA' | 'NONE';
  readonly responderId: 'key' | 'name';
  /** Crypto token of the responder's keys; undefined for that of the CA. */
  readonly cryptoTokenId: number | undefined;
  /** Specification of the responder's keys; undefined for the same as the CA's. */
  readonly keySpec: string | undefined;
  /** Lifetime of the responder's certificate. */
  readonly responderLifetimeSeconds: number;
  /** Response for a serial number that the CA has not issued. */
  readonly neverIssued: 'unknown' | 'revoked';
  /** Time for which responses are given after a certificate has expired; undefined for as long as it is stored. */
  readonly archiveSeconds: number | undefined;
  /** From thisUpdate to nextUpdate. */
  readonly lifetimeSeconds: number;
  /** Time for which caches may keep a response. */
  readonly maxAgeSeconds: number;
  /** Condition for signing responses ahead of requests. */
  readonly prepared: 'ALWAYS' | 'HARDWARE_TOKENS' | 'NEVER';
}

/** OCSP members of a CA's settings. */
export const ocspMembers = {
  ocspResponder: choice(
    { DELEGATED: 'Delegated Responder', CA: 'CA', NONE: 'None' },
    {
      description:
        'Who signs the answers to OCSP requests about certificates of the CA. `DELEGATED`: a responder for each key of the CA, whose key and certificate are made and renewed by themselves. `CA`: the CA with its own key. `NONE`: there are no answers.',
      default: 'DELEGATED',
    },
  ),
  ocspResponderIdType: choice(
    { KEY: 'Key Hash', NAME: 'Name' },
    { description: 'How answers name their signer (ResponderID, RFC 6960 §4.2.2.3).', default: 'KEY' },
  ),
  ocspCryptoToken: reference('CRYPTOTOKEN', {
    description:
      "The crypto token of the responder's keys. `Same`: that of the CA. Give a CA whose token is closed most of the time another one: answers need no key of the CA. An external CA has none of its own, and needs one here to be answered.",
    words: ['Same'],
    default: 'Same',
  }),
  ocspResponderKeySpec: Type.String({
    description: "The kind of the responder's keys: `P-256`, `3072`, `ML-DSA-44`. Empty: as the key of the CA.",
    maxLength: 64,
    default: '',
  }),
  ocspResponderValidity: durationText({
    description:
      "The life of the responder's certificate, `1h` to `10y`, and never beyond that of the CA. It is renewed when a third of it is left, and when its CA goes off line. Choose it for a CA that is mostly off line so that it lasts until the CA is next on line.",
    default: '30d',
  }),
  ocspNeverIssued: choice(
    { UNKNOWN: 'Unknown', REVOKED: 'Revoked' },
    {
      description:
        'What is answered of a serial number that the CA has not given. It has to be `UNKNOWN` for an external CA, whose CRL says only which are revoked. `REVOKED` says so with the date 1970-01-01, the reason certificateHold and the extension extended revoke (RFC 6960 §2.2, §4.4.8).',
      default: 'UNKNOWN',
    },
  ),
  ocspArchiveCutoff: durationText({
    description:
      'How long after its end a certificate is answered, at most `1000y`; answers then have the extension archive cutoff (RFC 6960 §4.4.4), and older ones are unknown. `0m`: as long as it is known, without the extension.',
    default: '0m',
  }),
  ocspResponseValidity: durationText({
    description: 'The time from thisUpdate to nextUpdate of an answer: `1m` to `1y`.',
    default: '12h',
  }),
  ocspMaxAge: durationText({
    description:
      'How long caches may keep an answer (`max-age`), at most `ocspResponseValidity`. A client behind a cache learns of a revocation that much later. `0m`: not at all.',
    default: '1m',
  }),
  ocspPreparedAnswers: choice(
    { ALWAYS: 'Always', HARDWARE_TOKENS: 'With hardware tokens', NEVER: 'Never' },
    {
      description:
        'Whether answers without a nonce are signed ahead of the requests for them and kept in the database, by SHA-1 and by SHA-256. `HARDWARE_TOKENS`: where the key that signs them is in a device. Each counts until its certificate changes, is given out in the first half of `ocspResponseValidity`, with `crlBaselineRequirements: TLS` for 4 days at most, and is made anew after three quarters of that time. The validity has to be `1h` or more: with less none is prepared, nor for an external CA.',
      default: 'HARDWARE_TOKENS',
    },
  ),
};

/** Defaults for CAs stored before these settings existed. */
export const OCSP_SETTINGS_OF_BEFORE: JsonObject = {
  ocspResponder: 'DELEGATED',
  ocspResponderIdType: 'KEY',
  ocspCryptoToken: 'Same',
  ocspResponderKeySpec: '',
  ocspResponderValidity: '30d',
  ocspNeverIssued: 'UNKNOWN',
  ocspArchiveCutoff: '0m',
  ocspResponseValidity: '12h',
  ocspMaxAge: '1m',
  ocspPreparedAnswers: 'NEVER',
};

/** Reads {@link ocspMembers}, and reports problems. */
export function ocspSettings(
  settings: Static<TObject<typeof ocspMembers>>,
  { baselineRequirements }: { readonly baselineRequirements: 'NONE' | 'TLS' },
  report: ReportProblem,
): OcspSettings {
  const { ocspCryptoToken, ocspResponderKeySpec: spec } = settings;
  if (spec !== '' && !isKeySpec(spec))
    report('ocspResponderKeySpec', `is '${spec}' and has to be a kind of key such as P-256, 3072 or ML-DSA-44`);
  const lifetimeSeconds = lengthOf(settings, 'ocspResponseValidity', [60, YEAR], '1m to 1y', report);
  const maxAgeSeconds = lengthOf(settings, 'ocspMaxAge', [0, YEAR], '0m to 1y', report);
  if (maxAgeSeconds > lifetimeSeconds)
    report(
      'ocspMaxAge',
      `is '${settings.ocspMaxAge}', which is longer than ocspResponseValidity, '${settings.ocspResponseValidity}'`,
    );
  const responder = lengthOf(settings, 'ocspResponderValidity', [3600, 10 * YEAR], '1h to 10y', report);
  if (baselineRequirements === 'TLS' && settings.ocspResponder !== 'NONE') {
    const { ocspResponseValidity, ocspResponderValidity } = settings;
    // Both ends are included, so a response of eight hours is one second too short.
    if (lifetimeSeconds <= 8 * 3600 || lifetimeSeconds > 10 * 86_400)
      report(
        'ocspResponseValidity',
        `is '${ocspResponseValidity}'; crlBaselineRequirements TLS allows more than 8h and at most 10d`,
      );
    if (settings.ocspResponder === 'DELEGATED' && responder < 3 * lifetimeSeconds)
      report(
        'ocspResponderValidity',
        `is '${ocspResponderValidity}'; with crlBaselineRequirements TLS it has to be three times ocspResponseValidity, '${ocspResponseValidity}', or more`,
      );
  }
  return {
    signer: settings.ocspResponder,
    responderId: settings.ocspResponderIdType === 'KEY' ? 'key' : 'name',
    cryptoTokenId: ocspCryptoToken === 'Same' ? undefined : ocspCryptoToken,
    keySpec: spec || undefined,
    responderLifetimeSeconds: responder,
    neverIssued: settings.ocspNeverIssued === 'UNKNOWN' ? 'unknown' : 'revoked',
    archiveSeconds: lengthOf(settings, 'ocspArchiveCutoff', [0, 1000 * YEAR], '0m to 1000y', report) || undefined,
    lifetimeSeconds,
    maxAgeSeconds,
    prepared: settings.ocspPreparedAnswers,
  };
}

type Durations = Pick<
  Static<TObject<typeof ocspMembers>>,
  'ocspResponderValidity' | 'ocspArchiveCutoff' | 'ocspResponseValidity' | 'ocspMaxAge'
>;

function lengthOf(
  settings: Durations,
  field: keyof Durations,
  [least, most]: readonly [number, number],
  right: string,
  report: ReportProblem,
): number {
  const text = settings[field];
  const seconds = parseDuration(text);
  if (seconds !== undefined && seconds >= least && seconds <= most) return seconds;
  report(field, `is '${text}'; it has to be a length of time of ${right}`);
  return most;
}

function isKeySpec(spec: string): boolean {
  if (/^\d+$/.test(spec)) return Number(spec) >= 2048 && Number(spec) <= 16_384 && Number(spec) % 8 === 0;
  if (readable(() => curveByName(spec)) !== undefined) return true;
  const algorithm = readable(() => keyAlgorithmByName(spec));
  return algorithm?.sizing === 'fixed' && algorithm.signs && algorithm.generates;
}

const YEAR = 365 * 86_400;
