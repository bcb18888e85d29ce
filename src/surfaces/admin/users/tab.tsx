import { users } from '../../../contract/users/users.ts'
import { useList } from '../../../parts/resource/list-source.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { UserTable, useUserTable } from './table.tsx'

interface AtClient {
  readonly memberGroupId: number
}

function UsersOfClient(path: AtClient) {
  const table = useUserTable()
  const list = useList({ endpoint: users.clientReport, field: 'users', call: { path }, columns: table.columns })
  return <UserTable {...table} list={list} />
}

function UsersOfAdvertiser(path: AtClient & { readonly advertiserId: number }) {
  const table = useUserTable()
  const list = useList({ endpoint: users.advertiserReport, field: 'users', call: { path }, columns: table.columns })
  return <UserTable {...table} list={list} />
}

/** Users with access to the client, or to one of its advertisers. */
export default function UsersTab() {
  const { clientId: memberGroupId, advertiserId } = useScope()
  return advertiserId === undefined ? (
    <UsersOfClient memberGroupId={memberGroupId} />
  ) : (
    <UsersOfAdvertiser memberGroupId={memberGroupId} advertiserId={advertiserId} />
  )
}
