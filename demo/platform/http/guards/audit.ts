import { isWrite, type RequestState, routeOf } from '../request-state.ts'

/** Every write leaves an entry, in its own transaction: no entry, no write. */
export async function audited(state: RequestState, next: () => Promise<void>) {
  await next()
  if (isWrite(state)) await enter(state)
}

/** An open call has no scope; what it did was done at the client of its path. */
const clientOf = ({ path: { memberGroupId } }: RequestState) => (typeof memberGroupId === 'number' ? memberGroupId : null)

/** Who wrote what, where, and in which request. */
async function enter(state: RequestState) {
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
      detail: JSON.stringify({ path: state.path, fields: Object.keys((state.body as object | undefined) ?? {}) }), // bodies of the contract are objects
    })
    .execute()
}
