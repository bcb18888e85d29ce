import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { consolePeople } from '../../support/console/people.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'
import { roleTable } from '../../support/console/role-table.ts'
import { ask, signIn, visits } from '../../support/console/role-visit.ts'

const platform = demonstration()

for (const person of consolePeople)
  test(`${person.as} signs in, sees what the role allows and nothing else, and signs out`, ({ context }) =>
    visits(context, platform(), person))

test('refused calls succeed for users who are allowed', async ({ context }) => {
  const [superUser] = consolePeople
  if (!superUser) throw new Error('Nobody is a super user')
  const { token } = await signIn(context, platform(), superUser)
  const refused = new Set(roleTable[1].calls)
  for (const call of new Set(Object.values(roleTable).flatMap(({ calls }) => calls))) {
    const { status, reply } = await ask(platform(), call, token)
    if (!refused.has(call)) expect(status, `${call.method} ${call.path}: ${JSON.stringify(reply)}`).toBeLessThan(400)
  }
})
