import { connectElement } from './connect-element.ts'
import { createFrameConnector } from './connect-frame.ts'
import type { Connection, HostOptions } from './connection.ts'

const connectFrame = createFrameConnector()

/** Connects to an element of the page, or to an embedded page in an iframe. Call `dispose()` when you are done. */
export const connect = (target: HTMLElement, options: HostOptions = {}): Connection =>
  target instanceof HTMLIFrameElement ? connectFrame(target, options) : connectElement(target, options)

export type { Connection, HostOptions }
