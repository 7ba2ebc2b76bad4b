import { Type } from 'typebox';
import { SchemaViolationError } from '../../errors/index.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses, NamePath } from '../schemas.ts';

/** `POST /cas/{name}/crls`: makes the CRLs of a CA now, at will until a moment that is further away than its settings say. */
export function createCrls({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/cas/:name/crls',
    operation('cas.create-crls', 'Make the CRLs of a CA now', {
      params: NamePath,
      body: NewCrls,
      response: { 200: CreatedCrls, ...errorResponses(400, 404, 422, 503) },
    }),
    async (request) => {
      const { delta = false, valid_until: end } = request.body;
      const caller = administrator(request);
      const { base, ...created } = await deps.ca.createCrls.create(
        caller,
        { name: request.params.name },
        delta ? 'delta' : 'base',
        { validUntil: end === undefined ? undefined : secondsOf(end) },
      );
      return {
        crl_numbers: numbersOf(base),
        delta_crl_numbers: numbersOf(created.delta),
        all_success: created.allSuccess,
      };
    },
  );
}

function secondsOf(text: string): number {
  try {
    return Math.floor(Temporal.Instant.from(text).epochMilliseconds / 1000);
  } catch (cause) {
    const problem = `'valid_until' is '${text}'; it has to be ISO 8601 with an offset, such as 2031-05-01T10:00:00Z.`;
    throw new SchemaViolationError(problem, { cause });
  }
}

function numbersOf(numbers: ReadonlyMap<number, number>) {
  return [...numbers].map(([partition, number]) => ({ partition, number }));
}

const NewCrls = Type.Object(
  {
    delta: Type.Optional(Type.Boolean({ default: false, description: 'Delta CRLs instead of base CRLs.' })),
    valid_until: Type.Optional(
      Type.String({
        format: 'date-time',
        maxLength: 40,
        description:
          "When base CRLs end, in place of what the settings of the CA say; not after the CA's certificate. For a CA that goes off line until then.",
      }),
    ),
  },
  { additionalProperties: false, title: 'NewCrls' },
);

const Numbers = Type.Array(
  Type.Object({ partition: Type.Integer(), number: Type.Integer() }, { title: 'PartitionNumber' }),
  { description: 'Of the newest CRLs; partition 0 is the main CRL. One that has none is left out.' },
);

const CreatedCrls = Type.Object(
  {
    crl_numbers: Numbers,
    delta_crl_numbers: Numbers,
    all_success: Type.Boolean({ description: 'False when some could not be made; the log of the server says why.' }),
  },
  { title: 'CreatedCrls' },
);
