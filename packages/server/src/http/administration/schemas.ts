/** The shapes of requests and responses that several operations share. */
import { type Static, type TStringOptions, Type } from 'typebox';

export const ErrorBody = Type.Object(
  { error_code: Type.Integer({ description: 'The HTTP status.' }), error_message: Type.String() },
  { title: 'Error' },
);

/** The error responses of an operation, by status; those that every operation has are among them. */
export function errorResponses<const S extends number>(...statuses: readonly S[]): Record<S, typeof ErrorBody> {
  return Object.fromEntries([401, 403, ...statuses].map((status) => [status, ErrorBody])) as Record<
    S,
    typeof ErrorBody
  >;
}

export const TypePath = Type.Object({
  type: Type.String({ maxLength: 64, description: 'Such as CERTPROFILE, EEPROFILE, CA, CRYPTOTOKEN, ROLE.' }),
});

export const DocumentPath = Type.Object({
  ...TypePath.properties,
  name: Type.String({ maxLength: 255, description: 'Percent-encoded.' }),
});

export const NamePath = Type.Object({ name: Type.String({ maxLength: 255, description: 'Percent-encoded.' }) });

export const WorkerPath = Type.Object({
  name: Type.String({ maxLength: 255, description: 'Percent-encoded, or the id.' }),
});

export const NamespaceQuery = Type.Object({
  namespace: Type.Optional(Type.String({ maxLength: 255, default: '', description: 'Of a role; empty by default.' })),
});

/** The query of a list that is read page by page. @param after - what the page before says that this one begins after */
export function pageQuery(after: TStringOptions) {
  return Type.Object({
    after: Type.Optional(Type.String(after)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
  });
}

/** The query of an operation that changes a document. */
export const ChangeQuery = Type.Object({
  ...NamespaceQuery.properties,
  dry_run: Type.Optional(
    Type.Boolean({ default: false, description: 'Only says what the change would come to. Nothing is stored.' }),
  ),
});

/** The version that a client saw: a precondition. */
export const ExpectedVersion = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'The version that was read. The change is refused when the document is at another one by now.',
  }),
);

export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({ maxLength: 64, description: 'The same as `version`: the ETag of the document, or `*` for any.' }),
  ),
});

export const Settings = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  description: 'As the type of document has them. `placeholder` instead of a secret keeps the one that is there.',
});

export const Problem = Type.Object(
  {
    field: Type.String({ description: 'Such as `validity` or `keys[0].alias`; empty for the settings as a whole.' }),
    message: Type.String({ description: 'What is wrong and what would be right.' }),
  },
  { title: 'Problem' },
);

const Difference = Type.Object(
  {
    field: Type.String(),
    before: Type.Optional(Type.Unknown({ description: 'Left out when there was none.' })),
    after: Type.Optional(Type.Unknown({ description: 'Left out when there is none any more.' })),
  },
  { title: 'Difference' },
);

export const DocumentHeadBody = Type.Object(
  {
    type: Type.String(),
    name: Type.String(),
    namespace: Type.String(),
    id: Type.Integer({ description: 'The number that other interfaces show.' }),
    version: Type.Integer({ description: '1 when it was made, one more with every change.' }),
    built_in: Type.Boolean({ description: 'It is part of the program and cannot be changed.' }),
  },
  { title: 'DocumentHead' },
);

export const DocumentBody = Type.Object(
  {
    ...DocumentHeadBody.properties,
    created: Type.String({ format: 'date-time' }),
    modified: Type.String({ format: 'date-time' }),
    usable: Type.Boolean({ description: 'Whether its checks pass; `problems` says why they do not.' }),
    problems: Type.Array(Problem),
    settings: Settings,
  },
  { title: 'Document' },
);
export type DocumentBody = Static<typeof DocumentBody>;

export const ChangeBody = Type.Object(
  {
    document: Type.Optional(DocumentBody),
    differences: Type.Array(Difference, {
      description: 'The settings that changed, or would; of a new document those that differ from the defaults.',
    }),
    problems: Type.Array(Problem, { description: 'Of a dry run: what the change would be refused for.' }),
    warnings: Type.Array(Problem, { description: 'Why the document is stored and cannot be used as it is.' }),
  },
  { title: 'DocumentChange' },
);
export type ChangeBody = Static<typeof ChangeBody>;
