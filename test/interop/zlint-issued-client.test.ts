/** zlint over what a server issues under the profiles that it has from the start: `node scripts/run-tests.ts clients zlint`. */
import { type Certificate, formatPem, makeExtension, subjectAltName } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { lintCertificate } from '../../packages/lint/src/index.ts';
import { ZLINT_ROWS } from '../../packages/lint/test/zlint-rows.ts';
import { enroll, sharedServer } from '../e2e/ca-rest-setup.ts';
import { newRequest } from '../e2e/enrollment.ts';
import { Zlint } from './zlint.ts';

const PROFILES = ['ENDUSER', 'SERVER', 'OCSPSIGNER'];
const COUNT = 1000;

describe('certificates that a server issues', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-issued-'));
  after(() => rmSync(directory, { recursive: true }));
  const shared = sharedServer();

  it(`have no error of RFC 5280 to zlint nor to our lint (${COUNT})`, async () => {
    const ours: string[] = [];
    for (let number = 0; number < COUNT; number++) {
      const certificate = await issue(number);
      writeFileSync(path.join(directory, `${number}.pem`), formatPem('CERTIFICATE', certificate.der));
      ours.push(...errors(certificate).map((rule) => `${rule} ${PROFILES[number % PROFILES.length]}`));
    }
    const zlint = await Zlint.build();
    const linted = await zlint.lint(directory);
    zlint.remove();
    assert.equal(linted.length, COUNT);
    const theirs = linted
      .flatMap(({ file, errors: lints }) =>
        lints.map((lint) => [lint, PROFILES[Number.parseInt(file) % PROFILES.length]] as const),
      )
      .filter(([lint]) => lint in ZLINT_ROWS.rfc)
      .map((pair) => pair.join(' '));
    assert.deepEqual([...new Set(theirs)].toSorted(), []);
    assert.deepEqual([...new Set(ours)].toSorted(), []);
  });

  function issue(number: number): Promise<Certificate> {
    const host = `host-${number}.example.org`;
    const names = [
      { type: 'dNSName', value: host } as const,
      ...(number % 2 === 0 ? [{ type: 'rfc822Name', value: `user-${number}@example.org` } as const] : []),
    ];
    return enroll(
      shared.server,
      newRequest({
        username: `user-${number}`,
        subject: SUBJECTS[number % SUBJECTS.length]!(host),
        profile: PROFILES[number % PROFILES.length]!,
        extensions: number % 5 === 0 ? [] : [makeExtension(subjectAltName, names, false)],
      }),
    );
  }
});

/** Subjects with attributes of several types, and characters of several scripts. */
const SUBJECTS: readonly ((host: string) => string)[] = [
  (host) => `CN=${host}`,
  (host) => `CN=${host},O=Example,C=SE`,
  (host) => `serialNumber=12345,CN=${host},OU=Łódź,O=Пример,L=Αθήνα,ST=東京,C=JP`,
  (host) => `GIVENNAME=Zoë,SURNAME=O'Neil,CN=${host},DC=example,DC=org`,
];

function errors(certificate: Certificate): readonly string[] {
  return lintCertificate(certificate.der)
    .filter(({ level }) => level === 'error')
    .map(({ rule }) => rule);
}
