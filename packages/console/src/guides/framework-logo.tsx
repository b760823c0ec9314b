import angular from 'simple-icons/icons/angular.svg?no-inline';
import django from 'simple-icons/icons/django.svg?no-inline';
import dotnet from 'simple-icons/icons/dotnet.svg?no-inline';
import expo from 'simple-icons/icons/expo.svg?no-inline';
import express from 'simple-icons/icons/express.svg?no-inline';
import fastapi from 'simple-icons/icons/fastapi.svg?no-inline';
import fastify from 'simple-icons/icons/fastify.svg?no-inline';
import flask from 'simple-icons/icons/flask.svg?no-inline';
import flutter from 'simple-icons/icons/flutter.svg?no-inline';
import go from 'simple-icons/icons/go.svg?no-inline';
import hono from 'simple-icons/icons/hono.svg?no-inline';
import javascript from 'simple-icons/icons/javascript.svg?no-inline';
import kotlin from 'simple-icons/icons/kotlin.svg?no-inline';
import laravel from 'simple-icons/icons/laravel.svg?no-inline';
import nestjs from 'simple-icons/icons/nestjs.svg?no-inline';
import nextdotjs from 'simple-icons/icons/nextdotjs.svg?no-inline';
import nodedotjs from 'simple-icons/icons/nodedotjs.svg?no-inline';
import nuxt from 'simple-icons/icons/nuxt.svg?no-inline';
import python from 'simple-icons/icons/python.svg?no-inline';
import react from 'simple-icons/icons/react.svg?no-inline';
import reactrouter from 'simple-icons/icons/reactrouter.svg?no-inline';
import rubyonrails from 'simple-icons/icons/rubyonrails.svg?no-inline';
import springboot from 'simple-icons/icons/springboot.svg?no-inline';
import svelte from 'simple-icons/icons/svelte.svg?no-inline';
import swift from 'simple-icons/icons/swift.svg?no-inline';
import vuedotjs from 'simple-icons/icons/vuedotjs.svg?no-inline';
import type { FrameworkId } from './catalogue.ts';
import styles from './framework-logo.module.css';

type Logo = { src: string; color: string };

/** A logo in black has the color of the text; those that are hard to see on one of the two grounds get a shade that is not. */
const logos: Readonly<Record<FrameworkId, Logo>> = {
  'next-app-router': { src: nextdotjs, color: 'currentColor' },
  'next-pages-router': { src: nextdotjs, color: 'currentColor' },
  nuxt: { src: nuxt, color: '#00dc82' },
  sveltekit: { src: svelte, color: '#ff3e00' },
  'react-router': { src: reactrouter, color: '#ca4245' },
  express: { src: express, color: 'currentColor' },
  fastify: { src: fastify, color: 'currentColor' },
  hono: { src: hono, color: '#e36002' },
  nestjs: { src: nestjs, color: '#e0234e' },
  node: { src: nodedotjs, color: '#5fa04e' },
  flask: { src: flask, color: '#3babc3' },
  django: { src: django, color: 'currentColor' },
  fastapi: { src: fastapi, color: '#009688' },
  go: { src: go, color: '#00add8' },
  'spring-boot': { src: springboot, color: '#6db33f' },
  dotnet: { src: dotnet, color: 'light-dark(#512bd4, #9b83ee)' },
  laravel: { src: laravel, color: '#ff2d20' },
  rails: { src: rubyonrails, color: 'light-dark(#d30001, #ff5c5c)' },
  react: { src: react, color: 'light-dark(#149eca, #61dafb)' },
  vue: { src: vuedotjs, color: '#4fc08d' },
  angular: { src: angular, color: 'currentColor' },
  javascript: { src: javascript, color: 'light-dark(#c9a800, #f7df1e)' },
  vanilla: { src: javascript, color: 'light-dark(#c9a800, #f7df1e)' },
  ios: { src: swift, color: '#f05138' },
  android: { src: kotlin, color: '#7f52ff' },
  flutter: { src: flutter, color: 'light-dark(#02569b, #54c5f8)' },
  'react-native': { src: react, color: 'light-dark(#149eca, #61dafb)' },
  expo: { src: expo, color: 'currentColor' },
  'machine-node': { src: nodedotjs, color: '#5fa04e' },
  'machine-python': { src: python, color: 'light-dark(#3776ab, #6ba4d4)' },
  'machine-go': { src: go, color: '#00add8' },
};

export const FrameworkLogo = ({ id }: { id: FrameworkId }) => {
  const { src, color } = logos[id];
  return <span data-logo className={styles.logo} style={{ maskImage: `url("${src}")`, background: color }} />;
};
