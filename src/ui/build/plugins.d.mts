import type { Plugin } from 'rollup'

export function privateShoelace(): Plugin
export function privatePolicy(): Plugin
export function cssText(): { name: string; load(id: string): string | null }
export function fontAsset(): Plugin
