import { type Attack, attacks, type Outcome } from './attacks.ts'
import { attackedChannel } from './attacked-channel.ts'
import { type ConnectHost, type HostUnderTest, hostTarget } from './host-target.ts'

/** Runs attacks against one end, and gives how each ended; `make` gets a list to which exceptions may be added. */
export async function runAgainst(make: (thrown: unknown[]) => HostUnderTest, list: readonly Attack[] = attacks): Promise<Outcome[]> {
  const thrown: unknown[] = []
  const usual = globalThis.MessageChannel
  Object.assign(globalThis, { MessageChannel: attackedChannel((error) => thrown.push(error)) })
  try {
    const outcomes: Outcome[] = []
    for (const attack of list) outcomes.push(await attack.run(() => make(thrown)))
    return outcomes
  } finally {
    Object.assign(globalThis, { MessageChannel: usual })
  }
}

/** Attacks a host's own code in every known way, and gives the attacks that it did not withstand; an empty list is what you want. */
export async function runAttacks(connectHost: ConnectHost): Promise<readonly Outcome[]> {
  const page = document.defaultView ?? window
  let keep: unknown[] = []
  const hear = (event: Event) => {
    event.preventDefault()
    keep.push(event)
  }
  for (const type of ['error', 'unhandledrejection']) page.addEventListener(type, hear)
  try {
    const outcomes = await runAgainst((thrown) => {
      keep = thrown
      return hostTarget(connectHost, thrown)
    })
    return outcomes.filter(({ held }) => !held)
  } finally {
    for (const type of ['error', 'unhandledrejection']) page.removeEventListener(type, hear)
  }
}
