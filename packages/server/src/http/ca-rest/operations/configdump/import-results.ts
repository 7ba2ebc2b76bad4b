/** Results of imports as clients get them. */
import { Type } from 'typebox';
import type { Administrator } from '../../../../modules/access/index.ts';
import type {
  ImportConfiguration,
  ImportOptions,
  ImportRemark,
  ImportResult,
  RawItem,
} from '../../../../modules/configdump/index.ts';

const Change = Type.Object({
  file: Type.String({ description: 'Its directory with its key or file.' }),
  type: Type.String({ description: 'Such as CERTPROFILE.' }),
  title: Type.String({ description: 'The type in words: `certificate profile`.' }),
  name: Type.String(),
  namespace: Type.String(),
  kind: Type.Enum(['create', 'change']),
  differences: Type.Array(
    Type.Object({
      field: Type.String(),
      before: Type.Optional(Type.Unknown({ description: 'Left out when there was none.' })),
      after: Type.Optional(Type.Unknown({ description: 'Left out when there is none any more.' })),
    }),
    { description: 'Of a new document what differs from the defaults.' },
  ),
});

/** The answer to an import. */
export const ConfigdumpResults = Type.Object(
  {
    success: Type.Boolean({ description: 'True when there are no errors.' }),
    errors: Type.Array(Type.String()),
    warnings: Type.Array(Type.String()),
    plan: Type.Optional(
      Type.Object(
        {
          revision: Type.String({ description: 'Names this plan; give it to import exactly that.' }),
          changes: Type.Array(Change),
          unchanged: Type.Integer({ description: 'How many items are as they should be.' }),
          initialized: Type.Array(Type.String(), { description: 'CAs that get keys and certificates, issuers first.' }),
          tokenActs: Type.Array(Type.String(), {
            description: 'What crypto tokens get besides their settings: activations and key pairs that are missing.',
          }),
          unlisted: Type.Array(
            Type.Object({ type: Type.String(), title: Type.String(), name: Type.String(), namespace: Type.String() }),
            {
              description: 'Documents of the types in the dump that are not items of it; an import leaves them alone.',
            },
          ),
          consequences: Type.Array(Type.String(), {
            description: 'What can be issued afterwards and could not before, and the other way round.',
          }),
        },
        { description: 'With `plan=true` only.' },
      ),
    ),
  },
  { title: 'ConfigdumpResults' },
);

/** Imports, or plans only, and makes the answer of what comes of it. */
export async function answerImport(
  useCase: Pick<ImportConfiguration, 'import' | 'plan'>,
  administrator: Administrator,
  items: readonly RawItem[],
  { plan, ...options }: ImportOptions & { readonly plan: boolean },
  remarks: readonly ImportRemark[] = [],
) {
  if (!plan) return resultsBody(await useCase.import(administrator, items, options, remarks));
  const result = await useCase.plan(administrator, items, options, remarks);
  return { ...resultsBody(result), plan: planBody(result.plan) };
}

function resultsBody({ success, errors, warnings }: ImportResult) {
  return { success, errors: [...errors], warnings: [...warnings] };
}

function planBody({
  revision,
  changes,
  unchanged,
  initialized,
  tokenActs,
  unlisted,
  consequences,
}: ImportResult['plan']) {
  return {
    revision,
    changes: changes.map(({ where, differences, ...change }) => ({
      file: where,
      ...change,
      differences: differences.map(({ field, before, after }) => ({
        field,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      })),
    })),
    unchanged,
    initialized: [...initialized],
    tokenActs: [...tokenActs],
    unlisted: [...unlisted],
    consequences: [...consequences],
  };
}
