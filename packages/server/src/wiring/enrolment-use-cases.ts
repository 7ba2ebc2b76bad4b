/** The use cases that issue certificates to end entities, and what slows down who guesses at them. */
import { CountedAttempts } from '../modules/access/index.ts';
import { RecordBound } from '../modules/audit/index.ts';
import { SshIssuance, SupersedeCertificates } from '../modules/ca/index.ts';
import { EndEntityEnrolment, EnrolPkcs10, EnrolSsh, FinalizeEnrolment } from '../modules/ra/index.ts';
import type { Deps } from './deps.ts';

/** What they are made of, beside one another. */
type EnrolmentUseCaseDeps = Omit<
  Deps<typeof SupersedeCertificates> &
    Deps<typeof EndEntityEnrolment> &
    Deps<typeof EnrolPkcs10> &
    Deps<typeof FinalizeEnrolment> &
    Deps<typeof SshIssuance>,
  'attempts' | 'enrolPkcs10' | 'enrolment' | 'refusals' | 'supersession'
> & { readonly attempts: ConstructorParameters<typeof CountedAttempts>[0] };

/** Constructs what issues certificates to end entities. */
export function enrolmentUseCases(deps: EnrolmentUseCaseDeps) {
  const enrolment = new EndEntityEnrolment({ ...deps, supersession: new SupersedeCertificates(deps) });
  const enrolPkcs10 = new EnrolPkcs10({ ...deps, enrolment });
  const attempts = new CountedAttempts(deps.attempts);
  return {
    enrolPkcs10,
    finalizeEnrolment: new FinalizeEnrolment({ ...deps, attempts, enrolPkcs10, refusals: new RecordBound(deps.clock) }),
    enrolSsh: new EnrolSsh({ ...deps, enrolment, issuance: new SshIssuance(deps) }),
  };
}
