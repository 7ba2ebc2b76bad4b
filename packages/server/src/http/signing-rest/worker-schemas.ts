/** The shapes of the operations on workers. */
import { Type } from 'typebox';

export const WorkerIdPath = Type.Object({ id: Type.String({ description: 'A whole number of 32 bits.' }) });

/** Request about a worker. The use case checks that there are properties, after the rights. */
export const WorkerRequest = Type.Union([
  Type.Object(
    {
      properties: Type.Optional(
        Type.Union([
          Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
            description: 'In an update a name behind `-` is that of a property to be removed.',
          }),
          Type.Null(),
        ]),
      ),
    },
    { title: 'WorkerRequest' },
  ),
  Type.Null(),
]);

export const ReloadRequest = Type.Union([
  Type.Object(
    {
      workerIDs: Type.Optional(
        Type.Union([
          Type.Array(Type.Integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }), { maxItems: 10_000 }),
          Type.Null(),
        ]),
      ),
    },
    { title: 'ReloadRequest' },
  ),
  Type.Null(),
]);

export const ListWorkersResponse = Type.Object(
  { workers: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }, { title: 'Worker' })) },
  { title: 'ListWorkersResponse' },
);

export const WorkerConfigResponse = Type.Object(
  { properties: Type.Record(Type.String(), Type.String(), { description: 'Secrets read `_MASKED_`.' }) },
  { title: 'WorkerConfigResponse' },
);

export const WorkerResponse = Type.Object({ responseMessage: Type.String() }, { title: 'WorkerResponse' });
