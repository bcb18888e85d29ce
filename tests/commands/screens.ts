import { addresses } from '../../src/contract/addresses/addresses.ts'
import { screenOf } from '../house/screens.ts'

for (const address of addresses) console.log(`${address.pattern}, ${address.tag}, ${screenOf(address) ?? '-'}`)
