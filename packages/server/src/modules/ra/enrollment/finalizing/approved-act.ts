/** The act of an approved enrollment, as the request for approval stores it. */
import type { JsonObject } from '../../../../kernel/canonical-json.ts';
import { type EnrollmentAct, enrollmentActOf } from '../approvals/enrollment-to-approve.ts';
import { type KeystoreAct, keystoreActOf } from '../keystores/keystore-to-approve.ts';

/** An enrollment for a certificate, with its certificate request, or for a keystore, whose key is generated here. */
export type ApprovedAct =
  | { readonly kind: 'certificate'; readonly enrollment: EnrollmentAct }
  | { readonly kind: 'keystore'; readonly keystore: KeystoreAct };

/** Reads the `act` of a request for approval of an enrollment. */
export function approvedActOf(act: JsonObject): ApprovedAct {
  const enrollment = enrollmentActOf(act);
  return enrollment === undefined
    ? { kind: 'keystore', keystore: keystoreActOf(act) }
    : { kind: 'certificate', enrollment };
}
