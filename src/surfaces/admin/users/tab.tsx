import { users } from '../../../contract/users/users.ts'
import { useList } from '../../../parts/resource/list-source.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useAdmin } from '../context.tsx'
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

function UsersOfGroup(path: AtClient & { readonly advertiserGroupId: number }) {
  const table = useUserTable()
  const list = useList({ endpoint: users.groupReport, field: 'users', call: { path }, columns: table.columns })
  return <UserTable {...table} list={list} />
}

/** Users with access to the client, to one of its advertisers, or to an advertiser group. */
export default function UsersTab() {
  const { clientId: memberGroupId, advertiserId } = useScope()
  const { advertiserGroupId } = useAdmin().place
  if (advertiserGroupId !== undefined) return <UsersOfGroup memberGroupId={memberGroupId} advertiserGroupId={advertiserGroupId} />
  return advertiserId === undefined ? (
    <UsersOfClient memberGroupId={memberGroupId} />
  ) : (
    <UsersOfAdvertiser memberGroupId={memberGroupId} advertiserId={advertiserId} />
  )
}
