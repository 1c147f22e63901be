import { expect, test } from 'vitest'
import { nameOfEmail, splitName } from './names.ts'

test.each([
  ['Maya Osei', 'Maya', 'Osei'],
  ['  Maya   Osei ', 'Maya', 'Osei'],
  ['Osei, Maya', 'Maya', 'Osei'],
  ['Osei, Maya, MBA', 'Maya MBA', 'Osei'],
  ['Anna Maria Huber', 'Anna Maria', 'Huber'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['Ursula von der Leyen', 'Ursula', 'von der Leyen'],
  ['Van Morrison', 'Van', 'Morrison'],
  ['van der Berg', 'van', 'der Berg'],
  ['Madonna', 'Madonna', ''],
  [',Maya', 'Maya', ''],
  ['', '', ''],
])('the name %j is %j and %j', (name, first_name, last_name) => {
  expect(splitName(name)).toEqual({ first_name, last_name })
})

test.each([
  ['Osei Maya', 'Maya', 'Osei'],
  ['van der Berg Anna', 'Anna', 'van der Berg'],
  ['Osei, Maya', 'Maya', 'Osei'],
  ['Osei', 'Osei', ''],
])('with the last name first, %j is %j and %j', (name, first_name, last_name) => {
  expect(splitName(name, true)).toEqual({ first_name, last_name })
})

test.each([
  ['maya.osei@example.com', 'Maya', 'Osei'],
  ['info+news@example.com', 'Info', ''],
  ['m_van-berg@example.com', 'M', 'Van Berg'],
  ['--@example.com', '--', ''],
])('of the address %s the name is %j and %j', (email, first_name, last_name) => {
  expect(nameOfEmail(email)).toEqual({ first_name, last_name })
})
