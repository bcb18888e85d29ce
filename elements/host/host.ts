import { connectElement } from './connect-element.ts'
import { frameConnector } from './connect-frame.ts'
import type { Connection, HostOptions } from './connection.ts'

const connectFrame = frameConnector()

/** Speaks with an element of the page, or with an embedded page in a frame; dispose of the connection when you are done. */
export const connect = (target: HTMLElement, options: HostOptions = {}): Connection =>
  target instanceof HTMLIFrameElement ? connectFrame(target, options) : connectElement(target, options)

export type { Connection, HostOptions }
