import { type AttackPlan, attackPlans, validRequest, type AttackVariant } from './plans.ts'
import type { HostUnderTest } from './host-target.ts'

/** The result of an attack. */
export interface Outcome {
  readonly name: string
  /** True if the attack changed nothing. */
  readonly held: boolean
  /** What each variant changed; empty if the attack changed nothing. */
  readonly found: readonly string[]
  /** How many variants were tried. */
  readonly tried: number
}

/** One kind of attack. */
export interface Attack {
  readonly name: string
  /** What the attacker does. */
  readonly what: string
  /** Runs every variant, each against a new instance. */
  run(make: () => HostUnderTest): Promise<Outcome>
}

/** Waits one task, so that pending work can finish. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

const sendValidRequest = (target: HostUnderTest, id: string) => target.whisper(validRequest(target, { id }))

/** Whether an attacked connection still answers a valid request exactly once. */
async function answersOnce(target: HostUnderTest): Promise<boolean> {
  const { replies } = target.picture()
  sendValidRequest(target, 'sane')
  for (let turn = 0; turn < 200 && target.picture().replies === replies; turn++) await settle()
  return target.picture().replies === replies + 1
}

/** The forbidden changes that a strike caused. */
async function damageOf({ isOpen, mayOpen = 0, mayReply = 0, mayTell, endsIt }: AttackPlan, target: HostUnderTest, strike: AttackVariant) {
  if (isOpen) target.deliver(target.opening())
  await settle()
  const before = target.picture()
  if (isOpen && before.opened !== 1) return ['no connection could be opened to attack it']
  await strike(target)
  await settle()
  const after = target.picture()
  const survives = !isOpen || endsIt || (await answersOnce(target))
  return [
    ...(after.opened > before.opened + mayOpen ? ['a handshake was accepted'] : []),
    ...(after.replies > before.replies + mayReply ? [`${after.replies - before.replies} replies went out`] : []),
    ...(after.errors > before.errors ? ['something threw'] : []),
    ...(mayTell || after.state === before.state ? [] : [`the state became ${after.state}`]),
    ...(survives ? [] : ['the connection does not answer as before']),
  ]
}

/** Creates an attack that runs each strike of a plan against a new instance. */
export const createAttack = (plan: AttackPlan): Attack => ({
  name: plan.name,
  what: plan.what,
  async run(createHost) {
    const first = createHost()
    const strikes = typeof plan.strikes === 'function' ? plan.strikes(first) : plan.strikes
    first.dispose()
    const findings: string[] = []
    for (const [index, strike] of strikes.entries()) {
      const target = createHost()
      for (const damage of await damageOf(plan, target, strike)) findings.push(`variant ${index + 1}: ${damage}`)
      target.dispose()
    }
    return { name: plan.name, held: findings.length === 0, found: findings, tried: strikes.length }
  },
})

/** All attacks. */
export const attacks: readonly Attack[] = attackPlans.map(createAttack)
