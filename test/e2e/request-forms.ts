/** Enrollments with requests of any form, through the use case itself. */
import assert from 'node:assert/strict';
import { Certificate } from '@sealwright/pki';
import type { Administrator } from '../../packages/server/src/modules/access/index.ts';
import type { EnrollmentWithRequest } from '../../packages/server/src/modules/ra/index.ts';
import { enrollmentOf } from '../old-databases/fixture.ts';
import type { TestServer } from './test-server.ts';

type Form = Required<Pick<EnrollmentWithRequest, 'certificateRequestType' | 'certificateRequest'>>;

/** Enrolls for a request, and gives the certificate. */
export async function enrollForm(
  { running: { installation } }: TestServer,
  username: string,
  form: Form & Partial<EnrollmentWithRequest>,
  administrator: Administrator = { kind: 'host' },
): Promise<Certificate> {
  const enrolled = await installation.ra.enrollPkcs10.enroll(administrator, { ...enrollmentOf(username), ...form });
  assert.ok(enrolled.outcome === 'issued');
  return Certificate.parse(enrolled.certificate.der);
}
