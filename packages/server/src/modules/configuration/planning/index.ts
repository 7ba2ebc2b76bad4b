/** Changes of documents as plans: what they come to, and the writes that make them so. */
export type { DocumentChange, NewDocument, Target } from './change-draft.ts';
export { type DocumentPlan, DocumentPlanner, type DocumentUsers } from './document-planner.ts';
export { newPublicId } from './public-id.ts';
