import { describe, expect, test } from 'vitest'
import { parseCells, detectDelimiter, type IdProblemCode, validateIds, parseIds } from '../../src/contract/registrations/id-lists.rules.ts'
import { amount } from '../support/platform/audit.ts'

const read = (text: string, names?: readonly string[]) => {
  const { ids, lines, problems, delimiter } = parseIds(text, names)
  return { ids, lines, problems: problems.map(({ line, code }) => [line, code]), delimiter }
}
const none: [number, IdProblemCode][] = []

describe('the separator of ids is detected', () => {
  test.each([
    ['one per line', 'a\nb\nc', ['a', 'b', 'c'], '\n'],
    ['lines of Windows', 'a\r\nb\r\n', ['a', 'b'], '\n'],
    ['lines of an old Mac', 'a\rb', ['a', 'b'], '\n'],
    ['tabs', 'a\tb\tc', ['a', 'b', 'c'], '\t'],
    ['semicolons', 'a;b;c', ['a', 'b', 'c'], ';'],
    ['pipes', 'a|b|c', ['a', 'b', 'c'], '|'],
    ['commas', 'a, b ,c', ['a', 'b', 'c'], ','],
    ['a list that was wrapped', 'a, b,\nc, d', ['a', 'b', 'c', 'd'], ','],
    ['the first of two that are there', 'a,1;b,2', ['a,1', 'b,2'], ';'],
    ['a tab before all others', 'a;b\tc;d', ['a;b', 'c;d'], '\t'],
    ['one id', 'a', ['a'], '\n'],
    ['a mark of the byte order', '\ufeffa\nb', ['a', 'b'], '\n'],
    ['empty lines, cells and spaces', '\n a \n\n;;b;\n', ['a', 'b'], ';'],
  ])('%s', (_, text, ids, delimiter) => {
    expect(read(text)).toMatchObject({ ids, delimiter, problems: none })
  })

  test('a character that few lines contain is part of the id', () => {
    expect(read('a\nb,1\nc')).toMatchObject({ ids: ['a', 'b,1', 'c'], delimiter: '\n' })
    expect(read('a\nb,1')).toMatchObject({ ids: ['a', 'b', '1'], delimiter: ',' })
  })

  test('an empty list has no ids', () => {
    for (const text of ['', ' ', '\n\r\n', '\ufeff', ',,,', '""']) expect(read(text).ids).toEqual([])
    expect(detectDelimiter([])).toBe('\n')
  })
})

describe('quotation marks', () => {
  test('keep separators inside an id', () => {
    expect(read('"a,1",b\n"c ""x""",d')).toMatchObject({ ids: ['a,1', 'b', 'c "x"', 'd'], delimiter: ',', problems: none })
  })

  test('without an end affect only their own line', () => {
    expect(read('a\n"b\nc')).toMatchObject({ ids: ['a', 'c'], problems: [[2, 'open_quote']] })
    expect(read('a,"b"x\nc,d')).toMatchObject({ ids: ['c', 'd'], problems: [[1, 'open_quote']] })
  })

  test('in the middle of an id are characters', () => {
    expect(parseCells('a"b,c', ',')).toEqual(['a"b', 'c'])
    expect(parseCells('5",', ',')).toEqual(['5"', ''])
  })

  test('end with the cell', () => {
    expect(parseCells('"a" , "b"', ',')).toEqual(['a', 'b'])
    expect(parseCells('"a""', ',')).toBeUndefined()
    expect(parseCells('"",x', ',')).toEqual(['', 'x'])
    expect(parseCells('"a"\t"b" \tc', '\t')).toEqual(['a', 'b', 'c'])
    expect(parseCells('"a" \t;b', ';')).toEqual(['a', 'b'])
  })
})

describe('a header line', () => {
  test('marks the column with the ids, and is no id itself', () => {
    expect(read('Name;SKU;Price\nOats;A-1;2\nRye;A-2;3', ['SKU'])).toEqual({
      ids: ['A-1', 'A-2'],
      lines: [2, 3],
      problems: none,
      delimiter: ';',
    })
    expect(read('Internal ID\nA-1').ids).toEqual(['A-1'])
    expect(read('\nid,x\nA-1,B-1').ids).toEqual(['A-1'])
  })

  test('does not hide lines without an id', () => {
    expect(read('x,id\nOats\nRye, \nEel,A-1')).toMatchObject({
      ids: ['A-1'],
      lines: [4],
      problems: [
        [2, 'no_id'],
        [3, 'no_id'],
      ],
    })
  })

  test('with unknown words is an ordinary line', () => {
    expect(read('Name;SKU\nOats;A-1').ids).toEqual(['Name', 'SKU', 'Oats', 'A-1'])
  })
})

describe('an invalid id is reported by line', () => {
  test('a repeated id, from the second time on', () => {
    expect(read('a\nb\na\na')).toMatchObject({
      ids: ['a', 'b'],
      lines: [1, 2],
      problems: [
        [3, 'duplicate'],
        [4, 'duplicate'],
      ],
    })
    expect(read('a\nA').ids).toEqual(['a', 'A'])
  })

  test('an id of 101 characters, but not one of 100', () => {
    expect(read('x'.repeat(100)).ids).toHaveLength(1)
    expect(read(`a\n${'x'.repeat(101)}`)).toMatchObject({ ids: ['a'], problems: [[2, 'too_long']] })
  })

  test('characters that no id has, as far as they are printable', () => {
    const { problems } = parseIds('a\nb\0c\n\ufffd\n\ud800x')
    expect(problems.map(({ line, code, text }) => [line, code, text])).toEqual([
      [2, 'unreadable', 'b□c'],
      [3, 'unreadable', '□'],
      [4, 'unreadable', '□x'],
    ])
    expect(read('名前-1\nÜ2').ids).toEqual(['名前-1', 'Ü2'])
  })

  test('a long line, shortened', () => {
    expect(parseIds('😀'.repeat(150)).problems[0]?.text).toBe('😀'.repeat(40))
  })
})

test('a list with one id per line keeps each line', () => {
  expect(validateIds(['a,b', ' ', 'c', 'c'])).toMatchObject({
    ids: ['a,b', 'c'],
    lines: [1, 3],
    problems: [
      { line: 2, code: 'no_id' },
      { line: 4, code: 'duplicate' },
    ],
  })
})

/** CPU time of the fastest of several runs, because other processes use the machine too. */
function bestMs(work: () => unknown, times = 2) {
  const once = () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  return Math.min(...Array.from({ length: times }, once))
}

/** Minimum work of a file parser: reads every character and stores as many strings. */
const leastWork = (text: string) => new Set(Array.from(text, (letter, index) => `${letter}${index}`))

const many = amount(100_000, 20_000)

test.each(['\n', '\t', ';', '|', ','])('the longest allowed list is parsed at once, separated by %j', (delimiter) => {
  const text = Array.from({ length: many }, (_, index) => `SKU-${index}`).join(delimiter)
  expect(parseIds(text).ids).toHaveLength(many)
  // A busy machine slows both the parser and the minimum work, so both are measured in turns.
  const share = () => bestMs(() => parseIds(text)) / bestMs(() => leastWork(text))
  expect(Math.min(...Array.from({ length: amount(4, 2) }, share))).toBeLessThan(2)
})

const most = amount(900_000, 180_000)

test.each([
  ['quotation marks', '"'.repeat(most)],
  ['marks and spaces', '" '.repeat(most / 2)],
  ['cells of one letter', 'a,'.repeat(most / 2)],
  ['quoted cells', '"a",'.repeat(most / 4)],
  ['empty lines', '\n'.repeat(most)],
  ['spaces', ' '.repeat(most)],
])('a file of only %s is parsed quickly', (_, text) => {
  const times = amount(5, 2)
  const leastMs = bestMs(() => leastWork(text), times)
  expect(bestMs(() => parseIds(text), times)).toBeLessThan(leastMs * 5)
})
