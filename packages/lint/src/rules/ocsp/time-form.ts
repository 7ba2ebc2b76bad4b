import { quoted } from '../../certificate/text.ts';
import { ocspDataRule } from '../ocsp-rule.ts';

export const timeForm = ocspDataRule({
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
});
