import { isWrite, type RequestState, routeOf } from '../request-state.ts'

/** Every write adds an audit entry in its own transaction, so a write without an entry cannot commit. */
export async function audited(state: RequestState, next: () => Promise<void>) {
  await next()
  if (isWrite(state)) await insertAuditEntry(state)
}

/** An open endpoint has no scope; the entry takes the client from the path. */
const clientOf = ({ path: { memberGroupId } }: RequestState) => (typeof memberGroupId === 'number' ? memberGroupId : null)

async function insertAuditEntry(state: RequestState) {
  await state.database.kysely
    .insertInto('audit_entries')
    .values({
      member_group_id: state.scope.memberGroupId ?? clientOf(state),
      user_id: state.caller?.person?.user_id ?? null,
      partner_client_id: state.caller?.partnerClientId ?? null,
      method: state.request.method,
      path: routeOf(state).endpoint.path,
      request_id: state.requestId,
      status: 200,
      detail: JSON.stringify({ path: state.path, fields: Object.keys((state.body as object | undefined) ?? {}) }), // every body in the contract is an object
    })
    .execute()
}
