import { type Attack, attacks, type Outcome } from './attacks.ts'
import { type FakeElement, fakeElement, type Step } from './fake-element.ts'
import { fixtures } from './fixtures.ts'
import { type FakeFrame, type FakeFrameOptions, fakeFrame, type Received } from './fake-frame.ts'
import { fuzzed } from './fuzz.ts'
import { lookAlikes } from './look-alikes.ts'
import { runAttacks } from './run-attacks.ts'
import type { ConnectedHost, ConnectHost, HostUnderTest } from './host-target.ts'

export { attacks, fakeElement, fakeFrame, fixtures, fuzzed, lookAlikes, runAttacks }
export type { Attack, ConnectedHost, ConnectHost, FakeElement, FakeFrame, FakeFrameOptions, HostUnderTest, Outcome, Received, Step }
