import { criticalOptionOf } from '../../../../modules/profiles/index.ts';
import { type Static, Type } from 'typebox';
import type { SshEnrollment } from '../../../../modules/ra/index.ts';
import { encodeBase64 } from '../../base64.ts';
import { parseIsoMoment } from '../../date-times.ts';
import { answerDryRun, dryRunSchema } from '../../dry-run.ts';
import { InvalidInputError } from '../../errors.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { prefersStrictHandling } from '../../prefer.ts';
import { Absentable, errorResponses } from '../../schemas.ts';

/** `POST /v1/ssh/certificaterequest`: makes or edits the end entity and issues an SSH certificate for its key. */
export function requestSshCertificate({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/v1/ssh/certificaterequest',
    operation(
      'v1.ssh.certificaterequest',
      'Request an SSH certificate',
      {
        body: Request,
        ...dryRunSchema(),
        response: {
          200: Type.Object(
            {
              certificate: Type.String({
                format: 'byte',
                description: 'Base64 of the one line of a file id_...-cert.pub.',
              }),
              response_format: Type.Literal('BYTE'),
            },
            { title: 'SshCertificateRestResponse' },
          ),
          ...errorResponses(400, 403, 404, 409, 413, 422, 503),
        },
      },
      {
        level: 'admin',
        service: 'REST SSH V1',
        // A file with a key ends in a line break.
        multilineMembers: ['public_key'],
      },
    ),
    async (request, reply) => {
      const asked = readRequest(request.body, prefersStrictHandling(request.headers['prefer']));
      const { enrollSsh: useCase } = deps.ra;
      if (request.query.dryRun === true)
        return answerDryRun(reply, await useCase.dryRun(administrator(request), asked), request);
      const { line } = await useCase.enroll(administrator(request), asked);
      return reply.send({ certificate: encodeBase64(Buffer.from(line, 'utf8')), response_format: 'BYTE' });
    },
  );
}

const Name = Type.String({ maxLength: 255 });
const Text = Type.String({ maxLength: 4096 });
const DateText = Absentable(Type.String({ maxLength: 64, description: 'ISO 8601; UTC when it has no offset.' }));

const CriticalOptions = Type.Object(
  {
    force_command: Absentable(Text),
    source_address: Absentable(
      Type.String({ maxLength: 4096, description: 'Addresses and networks, with commas between them.' }),
    ),
    verify_required: Absentable(
      Type.Union([Type.Boolean(), Type.Literal('')], { description: 'True, or an empty text as OpenSSH has it.' }),
    ),
  },
  {
    additionalProperties: false,
    title: 'SshCriticalOptions',
    description:
      'Also in the spelling of OpenSSH, such as source-address, and in camel case. What is not known here is refused, since it would restrict the certificate.',
  },
);

const Request = Type.Object(
  {
    end_entity_profile: Name,
    certificate_profile: Absentable(
      Type.String({ maxLength: 255, description: 'Not given: the default of the end entity profile.' }),
    ),
    certificate_authority: Absentable(
      Type.String({ maxLength: 255, description: 'Not given: the default of the end entity profile.' }),
    ),
    key_id: Type.String({ maxLength: 1024, description: 'What logs call the certificate.' }),
    comment: Absentable(Type.String({ maxLength: 1024, description: "Instead of the key's own." })),
    public_key: Type.String({ maxLength: 32_768, description: 'The one line of a file id_....pub.' }),
    principals: Absentable(Type.Array(Name, { maxItems: 256 })),
    critical_options: Absentable(CriticalOptions),
    additional_extensions: Absentable(
      Type.Record(Type.String(), Type.String({ maxLength: 16_384, format: 'byte' }), {
        maxProperties: 100,
        description: 'Octets in base64 by the name of the extension; empty for a flag.',
      }),
    ),
    username: Name,
    password: Type.String({ maxLength: 1024, format: 'password' }),
    not_before: DateText,
    not_after: DateText,
  },
  { title: 'SshCertificateRequestRestRequest' },
);

function readRequest(body: Static<typeof Request>, strict: boolean): SshEnrollment {
  requireInPlace(body);
  const options = body.critical_options ?? {};
  return {
    endEntityProfileName: body.end_entity_profile,
    certificateProfileName: body.certificate_profile ?? undefined,
    certificateAuthorityName: body.certificate_authority ?? undefined,
    username: body.username,
    password: body.password,
    keyId: body.key_id,
    comment: body.comment ?? undefined,
    publicKey: body.public_key,
    principals: body.principals ?? [],
    forceCommand: options.force_command ?? undefined,
    sourceAddress: options.source_address ?? undefined,
    verifyRequired: options.verify_required === true || options.verify_required === '',
    extensions: readExtensions(body.additional_extensions ?? {}),
    notBefore: readMoment('not_before', body.not_before),
    notAfter: readMoment('not_after', body.not_after),
    strictValidity: strict,
  };
}

/** Members that nobody knows are ignored, but one that restricts must not be. */
function requireInPlace(body: object): void {
  const option = Object.keys(body).find((name) => criticalOptionOf(name) !== undefined);
  if (option === undefined) return;
  throw new InvalidInputError(`'${option}' is a critical option. Give it in critical_options.`);
}

function readExtensions(given: Readonly<Record<string, string>>): ReadonlyMap<string, Uint8Array> {
  return new Map(Object.entries(given).map(([name, text]) => [name, decodeBase64(name, text)]));
}

function decodeBase64(name: string, text: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(text);
  } catch (cause) {
    const shown = name.slice(0, 64).toWellFormed();
    throw new InvalidInputError(`Invalid additional_extensions: the value of '${shown}' is not base64.`, { cause });
  }
}

function readMoment(member: string, text: string | null | undefined): number | undefined {
  if (text === null || text === undefined) return undefined;
  const milliseconds = parseIsoMoment(text);
  if (milliseconds !== undefined) return Math.floor(milliseconds / 1000);
  throw new InvalidInputError(
    `Invalid ${member}: '${text}' is not an ISO 8601 date, such as 2031-05-01T10:00:00Z or 2031-05-01.`,
  );
}
