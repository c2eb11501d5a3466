import { EventEmitter } from 'node:events'
import { expect, test } from '@jest/globals'
import { UnreadAnswers } from './unread-answers.ts'

class Answer extends EventEmitter {
  isDestroyed = false
  closed = false
  readonly socket: { writableLength: number }

  constructor(bytes: number) {
    super()
    this.socket = { writableLength: bytes }
  }

  close() {
    this.closed = true
    this.emit('close')
  }

  destroy() {
    this.isDestroyed = true
    this.close()
    return this
  }
}

test('answers wait for as long as there is room; then the oldest of the storefront with most give way', () => {
  const unread = new UnreadAnswers(100)
  const add = (storefrontId: string, bytes: number) => {
    const answer = new Answer(bytes)
    unread.add(storefrontId, answer)
    return answer
  }
  const modest = add('modest', 10)
  const greedy = [add('greedy', 30), add('greedy', 30), add('greedy', 30)]
  const destroyed = () => [modest, ...greedy].map(({ isDestroyed }) => isDestroyed)
  add('other', 0)
  expect(destroyed()).toEqual([false, false, false, false])

  greedy.push(add('greedy', 30))
  add('other', 0)
  expect(destroyed()).toEqual([false, true, false, false, false])
})

test('what a client has read takes no room', () => {
  const unread = new UnreadAnswers(100)
  const [reading, done, other] = [new Answer(90), new Answer(90), new Answer(20)]
  unread.add('a', done)
  done.close()
  unread.add('a', reading)
  reading.socket.writableLength = 70
  unread.add('b', other)
  unread.add('b', new Answer(0))
  expect([reading, done, other].map(({ isDestroyed }) => isDestroyed)).toEqual([false, false, false])
})

test('an answer whose client has left before it is written is not kept', () => {
  const unread = new UnreadAnswers(100)
  const [left, other] = [new Answer(90), new Answer(20)]
  left.close()
  unread.add('a', left)
  unread.add('b', other)
  unread.add('b', new Answer(0))
  expect([left, other].map(({ isDestroyed }) => isDestroyed)).toEqual([false, false])
})
