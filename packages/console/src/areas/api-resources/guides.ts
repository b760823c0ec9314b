type Values = { issuer: string; audience: string; scope: string };

export type ApiGuide = {
  name: string;
  /** The language for syntax highlighting. */
  language: 'ts' | 'python' | 'java' | 'csharp' | 'go';
  install: string;
  file: string;
  /** Starts the API, which then answers at the URL. */
  start: string;
  url: string;
  /** Code that a reader copies; real values are filled in. */
  check(values: Values): string;
};

const usualUrl = 'http://localhost:4000/orders';

const jwtMiddleware = ({ issuer, audience }: Values) => `const issuer = '${issuer}';
const audience = '${audience}';
const keys = createRemoteJWKSet(new URL(\`\${issuer}/jwks\`));`;

/** The claims of a valid token, or nothing. */
const verifyToken = (header: string) => `  const [type, token] = (${header} ?? '').split(' ');
  const verified =
    type === 'Bearer' && token
      ? await jwtVerify(token, keys, { issuer, audience }).catch(() => undefined)
      : undefined;`;

/**
 * Middleware that answers 401 without a valid token and 403 without the permission, and allows browsers on the
 * application's origin (CORS).
 */
export const apiGuides = {
  express: {
    name: 'Express',
    language: 'ts',
    install: 'npm install express jose',
    file: 'server.mjs',
    start: 'node server.mjs',
    url: usualUrl,
    check: values => `import express from 'express';
import { createRemoteJWKSet, jwtVerify } from 'jose';

${jwtMiddleware(values)}

const requireScope = scope => async (request, response, next) => {
${verifyToken('request.headers.authorization')}
  if (!verified) {
    response.set('WWW-Authenticate', 'Bearer error="invalid_token"').status(401).end();
    return;
  }
  if (!String(verified.payload.scope ?? '').split(' ').includes(scope)) {
    response.status(403).json({ error: 'insufficient_scope', scope });
    return;
  }
  response.locals.userId = verified.payload.sub;
  next();
};

const app = express();

// Browsers ask first whether your application's origin is allowed (CORS).
app.use((request, response, next) => {
  response.set('Access-Control-Allow-Origin', 'http://localhost:5173');
  response.set('Access-Control-Allow-Headers', 'Authorization, Content-Type');
  if (request.method === 'OPTIONS') response.status(204).end();
  else next();
});

app.get('/orders', requireScope('${values.scope}'), (_, response) => {
  response.json({ userId: response.locals.userId, orders: [] });
});

app.listen(process.env.PORT ?? 4000);
`,
  },
  fastify: {
    name: 'Fastify',
    language: 'ts',
    install: 'npm install fastify jose',
    file: 'server.mjs',
    start: 'node server.mjs',
    url: usualUrl,
    check: values => `import Fastify from 'fastify';
import { createRemoteJWKSet, jwtVerify } from 'jose';

${jwtMiddleware(values)}

const requireScope = scope => async (request, reply) => {
${verifyToken('request.headers.authorization')}
  if (!verified) {
    return reply.code(401).header('WWW-Authenticate', 'Bearer error="invalid_token"').send();
  }
  if (!String(verified.payload.scope ?? '').split(' ').includes(scope)) {
    return reply.code(403).send({ error: 'insufficient_scope', scope });
  }
  request.userId = verified.payload.sub;
};

const server = Fastify();
server.decorateRequest('userId', '');

// Browsers ask first whether your application's origin is allowed (CORS).
server.addHook('onRequest', async (_, reply) => {
  reply.header('Access-Control-Allow-Origin', 'http://localhost:5173');
  reply.header('Access-Control-Allow-Headers', 'Authorization, Content-Type');
});
server.options('*', (_, reply) => reply.code(204).send());

server.get('/orders', { preHandler: requireScope('${values.scope}') }, async request => ({
  userId: request.userId,
  orders: [],
}));

await server.listen({ port: Number(process.env.PORT ?? 4000) });
`,
  },
  next: {
    name: 'Next.js',
    language: 'ts',
    install: 'npm install jose',
    file: 'app/api/orders/route.ts',
    start: 'npm run dev',
    url: 'http://localhost:3000/api/orders',
    check: values => `import { createRemoteJWKSet, jwtVerify } from 'jose';

${jwtMiddleware(values)}
const allowed = { 'Access-Control-Allow-Origin': 'http://localhost:5173' };

const requireScope = async (request: Request, scope: string) => {
${verifyToken("request.headers.get('authorization')")}
  if (!verified) return new Response(null, { status: 401, headers: allowed });
  const scopes = String(verified.payload.scope ?? '').split(' ');
  if (!scopes.includes(scope)) return new Response(null, { status: 403, headers: allowed });
};

export const GET = async (request: Request) =>
  (await requireScope(request, '${values.scope}')) ?? Response.json({ orders: [] }, { headers: allowed });

export const OPTIONS = () =>
  new Response(null, { headers: { ...allowed, 'Access-Control-Allow-Headers': 'Authorization' } });
`,
  },
  fastapi: {
    name: 'FastAPI',
    language: 'python',
    install: 'pip install fastapi uvicorn "pyjwt[crypto]"',
    file: 'main.py',
    start: 'uvicorn main:app --port 4000',
    url: usualUrl,
    check: ({ issuer, audience, scope }) => `import jwt
from fastapi import Depends, FastAPI, HTTPException
from fastapi.middleware.cors import CORSMiddleware
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

issuer = "${issuer}"
audience = "${audience}"
keys = jwt.PyJWKClient(f"{issuer}/jwks")
bearer = HTTPBearer(auto_error=False)


def require_scope(scope: str):
    def check(credentials: HTTPAuthorizationCredentials | None = Depends(bearer)):
        try:
            token = credentials.credentials
            key = keys.get_signing_key_from_jwt(token).key
            claims = jwt.decode(
                token, key, algorithms=["ES256", "ES384", "RS256", "EdDSA"], audience=audience, issuer=issuer
            )
        except (AttributeError, jwt.PyJWTError):
            raise HTTPException(401, headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})
        if scope not in claims.get("scope", "").split():
            raise HTTPException(403, detail="insufficient_scope")
        return claims

    return check


app = FastAPI()
app.add_middleware(
    CORSMiddleware, allow_origins=["http://localhost:5173"], allow_headers=["Authorization"]
)


@app.get("/orders")
def orders(claims=Depends(require_scope("${scope}"))):
    return {"userId": claims["sub"], "orders": []}
`,
  },
  spring: {
    name: 'Spring Boot',
    language: 'java',
    install: `implementation("org.springframework.boot:spring-boot-starter-webmvc")
implementation("org.springframework.boot:spring-boot-starter-security-oauth2-resource-server")`,
    file: 'SecurityConfig.java',
    start: './gradlew bootRun',
    url: usualUrl,
    check: ({ issuer, audience, scope }) => `// application.properties:
//   server.port=4000
//   spring.security.oauth2.resourceserver.jwt.issuer-uri=${issuer}
//   spring.security.oauth2.resourceserver.jwt.audiences=${audience}
//   spring.security.oauth2.resourceserver.jwt.jws-algorithms=ES384,ES256,RS256

package com.example;

import java.util.List;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;

@Configuration
class SecurityConfig {
  @Bean
  SecurityFilterChain filterChain(HttpSecurity http) throws Exception {
    return http
        .cors(Customizer.withDefaults())
        .authorizeHttpRequests(
            requests ->
                requests
                    .requestMatchers("/orders").hasAuthority("SCOPE_${scope}")
                    .anyRequest().authenticated())
        .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
        .build();
  }

  @Bean
  CorsConfigurationSource corsConfigurationSource() {
    var configuration = new CorsConfiguration();
    configuration.setAllowedOrigins(List.of("http://localhost:5173"));
    configuration.setAllowedHeaders(List.of("Authorization"));
    configuration.setAllowedMethods(List.of("GET", "POST"));
    var source = new UrlBasedCorsConfigurationSource();
    source.registerCorsConfiguration("/**", configuration);
    return source;
  }
}

@RestController
class OrdersController {
  @GetMapping("/orders")
  Map<String, Object> orders(@AuthenticationPrincipal Jwt token) {
    return Map.of("userId", token.getSubject(), "orders", List.of());
  }
}
`,
  },
  aspnet: {
    name: 'ASP.NET Core',
    language: 'csharp',
    install: 'dotnet add package Microsoft.AspNetCore.Authentication.JwtBearer',
    file: 'Program.cs',
    start: 'dotnet run',
    url: usualUrl,
    check: ({ issuer, audience, scope }) => `using Microsoft.AspNetCore.Authentication.JwtBearer;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddCors(cors => cors.AddDefaultPolicy(policy =>
    policy.WithOrigins("http://localhost:5173").WithHeaders("Authorization")));
builder.Services
    .AddAuthentication(JwtBearerDefaults.AuthenticationScheme)
    .AddJwtBearer(options =>
    {
        options.Authority = "${issuer}";
        options.Audience = "${audience}";
        options.MapInboundClaims = false;
        options.RequireHttpsMetadata = !builder.Environment.IsDevelopment();
    });
builder.Services.AddAuthorization(options => options.AddPolicy("${scope}", policy =>
    policy.RequireAssertion(context =>
        (context.User.FindFirst("scope")?.Value ?? "").Split(' ').Contains("${scope}"))));

var app = builder.Build();
app.UseCors();
app.UseAuthentication();
app.UseAuthorization();
app.MapGet("/orders", (HttpContext context) => new
{
    userId = context.User.FindFirst("sub")?.Value,
    orders = Array.Empty<object>(),
}).RequireAuthorization("${scope}");
app.Run("http://localhost:4000");
`,
  },
  go: {
    name: 'Go',
    language: 'go',
    install: 'go get github.com/golang-jwt/jwt/v5 github.com/MicahParks/keyfunc/v3',
    file: 'main.go',
    start: 'go run .',
    url: usualUrl,
    check: ({ issuer, audience, scope }) => `package main

import (
	"encoding/json"
	"log"
	"net/http"
	"slices"
	"strings"

	"github.com/MicahParks/keyfunc/v3"
	"github.com/golang-jwt/jwt/v5"
)

const issuer = "${issuer}"
const audience = "${audience}"

type claims struct {
	Scope string \`json:"scope"\`
	jwt.RegisteredClaims
}

func requireScope(keys keyfunc.Keyfunc, scope string, next func(http.ResponseWriter, claims)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "http://localhost:5173")
		if r.Method == http.MethodOptions {
			w.Header().Set("Access-Control-Allow-Headers", "Authorization")
			return
		}
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		var c claims
		_, err := jwt.ParseWithClaims(token, &c, keys.Keyfunc, jwt.WithIssuer(issuer), jwt.WithAudience(audience))
		if err != nil {
			w.Header().Set("WWW-Authenticate", \`Bearer error="invalid_token"\`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if !slices.Contains(strings.Fields(c.Scope), scope) {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		next(w, c)
	}
}

func main() {
	keys, err := keyfunc.NewDefault([]string{issuer + "/jwks"})
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/orders", requireScope(keys, "${scope}", func(w http.ResponseWriter, c claims) {
		json.NewEncoder(w).Encode(map[string]any{"userId": c.Subject, "orders": []any{}})
	}))
	log.Fatal(http.ListenAndServe(":4000", nil))
}
`,
  },
} as const satisfies Record<string, ApiGuide>;

/** Each answers with the status behind it. */
export const testRequests = (url: string) => `curl -i ${url}                                   # 401
curl -i ${url} -H "Authorization: Bearer $TOKEN"  # 200, or 403 without the permission`;

export type ApiGuideId = keyof typeof apiGuides;

export const isGuideId = (id: string): id is ApiGuideId => Object.hasOwn(apiGuides, id);
