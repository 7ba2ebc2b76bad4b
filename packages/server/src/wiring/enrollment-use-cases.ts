/** The use cases that issue certificates to end entities, and what slows down who guesses at them. */
import { CountedAttempts } from '../modules/access/index.ts';
import { RecordBound } from '../modules/audit/index.ts';
import { SshIssuance, SupersedeCertificates } from '../modules/ca/index.ts';
import { EndEntityEnrollment, EnrollPkcs10, EnrollSsh, FinalizeEnrollment } from '../modules/ra/index.ts';
import type { Deps } from './deps.ts';

/** What they are made of, beside one another. */
type EnrollmentUseCaseDeps = Omit<
  Deps<typeof SupersedeCertificates> &
    Deps<typeof EndEntityEnrollment> &
    Deps<typeof EnrollPkcs10> &
    Deps<typeof FinalizeEnrollment> &
    Deps<typeof SshIssuance>,
  'attempts' | 'enrollPkcs10' | 'enrollment' | 'refusals' | 'supersession'
> & { readonly attempts: ConstructorParameters<typeof CountedAttempts>[0] };

/** Constructs what issues certificates to end entities. */
export function enrollmentUseCases(deps: EnrollmentUseCaseDeps) {
  const enrollment = new EndEntityEnrollment({ ...deps, supersession: new SupersedeCertificates(deps) });
  const enrollPkcs10 = new EnrollPkcs10({ ...deps, enrollment });
  const attempts = new CountedAttempts(deps.attempts);
  return {
    enrollPkcs10,
    finalizeEnrollment: new FinalizeEnrollment({
      ...deps,
      attempts,
      enrollPkcs10,
      refusals: new RecordBound(deps.clock),
    }),
    enrollSsh: new EnrollSsh({ ...deps, enrollment, issuance: new SshIssuance(deps) }),
  };
}
