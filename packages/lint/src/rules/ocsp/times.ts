/** Rules on times. */
import { quoted } from '../../certificate/text.ts';
import { ocspDataRule, type OcspRule } from '../ocsp-rule.ts';

export const TIME_RULES: readonly OcspRule[] = [
  ocspDataRule({
    name: 'ocsp/next-update-order',
    clause: 'RFC 6960 §4.2.2.1',
    check: ({ responses }) =>
      responses.flatMap(({ thisUpdate, nextUpdate }) =>
        nextUpdate !== undefined && (nextUpdate.seconds ?? Infinity) <= (thisUpdate.seconds ?? -Infinity)
          ? [`nextUpdate ${nextUpdate.text} does not come after thisUpdate ${thisUpdate.text}`]
          : [],
      ),
  }),
  ocspDataRule({
    name: 'ocsp/revocation-time-order',
    clause: 'RFC 6960 §2.4',
    level: 'warning',
    check: ({ producedAt, responses }) =>
      responses.flatMap(({ status }) =>
        status.kind === 'revoked' && (status.time.seconds ?? -Infinity) > (producedAt.seconds ?? Infinity)
          ? [`revocationTime ${status.time.text} comes after producedAt ${producedAt.text}`]
          : [],
      ),
  }),
  ocspDataRule({
    name: 'ocsp/this-update-order',
    clause: 'RFC 6960 §2.4',
    check: ({ producedAt, responses }) =>
      responses
        .filter(({ thisUpdate }) => (thisUpdate.seconds ?? -Infinity) > (producedAt.seconds ?? Infinity))
        .map(({ thisUpdate }) => `thisUpdate ${thisUpdate.text} comes after producedAt ${producedAt.text}`),
  }),
  ocspDataRule({
    name: 'ocsp/time-form',
    clause: 'RFC 6960 §4.2.2.1',
    check: ({ producedAt, responses }) =>
      [
        producedAt,
        ...responses.flatMap(({ thisUpdate, nextUpdate, status }) => [
          thisUpdate,
          ...(nextUpdate === undefined ? [] : [nextUpdate]),
          ...(status.kind === 'revoked' ? [status.time] : []),
        ]),
      ]
        .filter(({ seconds }) => seconds === undefined)
        .map(({ text }) => `the time ${quoted(text)} is not YYYYMMDDHHMMSSZ`),
  }),
];
