import { users } from '../../../contract/users/users.ts'
import { useList } from '../../../parts/resource/list-source.ts'
import { UserTable, useUserTable } from './table.tsx'

/** All users that the signed-in user may see. */
export default function UserListScreen() {
  const table = useUserTable()
  const list = useList({ endpoint: users.report, field: 'users', call: {}, columns: table.columns })
  return <UserTable {...table} list={list} />
}
