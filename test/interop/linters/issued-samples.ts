/** Certificates that a server issues, a thousand for each kind of profiles, for other linters to look at. */
import { type Certificate, makeExtension, subjectAltName } from '@sealwright/pki';
import { enroll } from '../../e2e/support/ca-rest-setup.ts';
import { newRequest } from '../../e2e/support/enrollment.ts';
import { createStarters, issueUnderStarters } from '../../e2e/support/starters.ts';
import type { TestServer } from '../../e2e/support/test-server.ts';

export interface Issued {
  /** The name of the certificate profile. */
  readonly profile: string;
  readonly certificate: Certificate;
}

/** Profiles under which a server issues. */
export interface IssuedSample {
  readonly profiles: string;
  readonly issue: (server: TestServer) => Promise<readonly Issued[]>;
}

/** The certificates of each sample. */
export const SAMPLE_SIZE = 1000;

export const ISSUED_SAMPLES: readonly IssuedSample[] = [
  { profiles: 'built-in profiles', issue: (server) => Array.fromAsync(issueUnderBuiltIns(server, SAMPLE_SIZE)) },
  {
    profiles: 'the starters',
    async issue(server) {
      await createStarters(server);
      return Array.fromAsync(issueUnderStarters(server, SAMPLE_SIZE), ({ starter, certificate }) => ({
        profile: starter,
        certificate,
      }));
    },
  },
];

async function* issueUnderBuiltIns(server: TestServer, count: number): AsyncGenerator<Issued> {
  for (let number = 0; number < count; number++) {
    const host = `host-${number}.example.org`;
    const names = [
      { type: 'dNSName', value: host } as const,
      ...(number % 2 === 0 ? [{ type: 'rfc822Name', value: `user-${number}@example.org` } as const] : []),
    ];
    const profile = BUILT_INS[number % BUILT_INS.length]!;
    const certificate = await enroll(
      server,
      newRequest({
        username: `user-${number}`,
        subject: SUBJECTS[number % SUBJECTS.length]!(host),
        profile,
        extensions: number % 5 === 0 ? [] : [makeExtension(subjectAltName, names, false)],
      }),
    );
    yield { profile, certificate };
  }
}

const BUILT_INS = ['ENDUSER', 'SERVER', 'OCSPSIGNER'];

/** Subjects with attributes of several types, and characters of several scripts. */
const SUBJECTS: readonly ((host: string) => string)[] = [
  (host) => `CN=${host}`,
  (host) => `CN=${host},O=Example,C=SE`,
  (host) => `serialNumber=12345,CN=${host},OU=Łódź,O=Пример,L=Αθήνα,ST=東京,C=JP`,
  (host) => `GIVENNAME=Zoë,SURNAME=O'Neil,CN=${host},DC=example,DC=org`,
];
