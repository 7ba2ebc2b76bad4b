import { allOf, contentOf } from '../../../kernel/content.ts';
import { formatJavaProperties, parseJavaProperties } from '../../../kernel/formats/java-properties.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import {
  IllegalRequestError,
  type ProcessContext,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningRequest,
} from '../worker-contract/index.ts';
import type { RenewalRequest, Renewed, WorkerRenewals } from './worker-renewals.ts';

/**
 * Renews the key and the certificate of another worker when a client asks for it, by a text of Java properties: `WORKER` names it,
 * `FORDEFAULTKEY=true` keeps its key, and `AUTHCODE` opens its own keystore.
 *
 * The certificate comes from a CA of this installation, so what SignServer's worker knows of its CA (EJBCAWSURL and the trust store) is not
 * looked at.
 */
export const renewalWorkerKind: ProcessorKind<undefined> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.renewal.worker.RenewalWorker',
  read: () => undefined,
};

export class RenewalWorker
  extends WithDeps<{ readonly renewals: Pick<WorkerRenewals, 'renewFor'> }>
  implements Processor
{
  async process({ content, fileName }: SigningRequest, context: ProcessContext): Promise<Processed> {
    const { client } = context;
    const request = await readRequest(content);
    context.log.set('RENEWEE', request.named);
    const outcome = await context.once(() => this.deps.renewals.renewFor(context.worker, { ...request, client }));
    const failed = 'problem' in outcome;
    context.log.set('RESPONSE_RESULT', failed ? 'FAILURE' : 'OK');
    if (failed) context.log.set('RESPONSE_MESSAGE', outcome.problem);
    else logRenewed(outcome, context);
    const answer = failed
      ? ([
          ['RESULT', 'FAILURE'],
          ['MESSAGE', outcome.problem],
        ] as const)
      : ([['RESULT', 'OK']] as const);
    return {
      content: contentOf(Buffer.from(formatJavaProperties(answer), 'latin1')),
      mediaType: 'text/plain',
      fileName,
      signerCertificate: undefined,
      // The request may hold the password of a keystore.
      archiveId: null,
    };
  }
}

async function readRequest(content: SigningRequest['content']): Promise<Omit<RenewalRequest, 'client'>> {
  if (content.octets > MAX_OCTETS) throw new IllegalRequestError(`A request has ${MAX_OCTETS} octets at most`);
  const given = parseJavaProperties(Buffer.from(await allOf(content)).toString('latin1'));
  if (given === undefined) throw new IllegalRequestError('The request is not a text of Java properties');
  const named = given.get('WORKER')?.trim() ?? '';
  if (named === '') throw new IllegalRequestError('No worker name in request.');
  const code = given.get('AUTHCODE') ?? '';
  return {
    named,
    sameKey: given.get('FORDEFAULTKEY')?.trim().toLowerCase() === 'true',
    code: code === '' ? undefined : code,
  };
}

function logRenewed({ alias, isNewKey, certificate }: Renewed, { log }: ProcessContext): void {
  log.set('GENERATEDKEYALIAS', isNewKey ? alias : undefined);
  log.set('NEWCERTSERIALNO', certificate.serialNumber);
  log.set('NEWCERTSUBJECTDN', certificate.subject.toString());
  log.set('NEWCERTISSUERDN', certificate.issuer.toString());
}

const MAX_OCTETS = 16 * 1024;
