import { type Person, sso } from '../contract/sso.ts'
import type { Runtime } from '../kit/runtime.tsx'

/** Who is signed in, by client; a runtime has one identity for as long as it lives. */
const known = new WeakMap<Runtime, Map<number, Promise<Person | undefined>>>()

/** The person that this page acts for; nobody where a partner's server speaks for its own people. */
export function personOf(runtime: Runtime, memberGroupId: number): Promise<Person | undefined> {
  const ofRuntime = known.get(runtime) ?? new Map<number, Promise<Person | undefined>>()
  known.set(runtime, ofRuntime)
  const asked = ofRuntime.get(memberGroupId)
  if (asked) return asked
  const bind = async () =>
    runtime.send(sso.login, { body: { member_group_id: memberGroupId, access_token: await runtime.session.token() } })
  const person = bind().catch(() => undefined)
  ofRuntime.set(memberGroupId, person)
  return person
}
