import { type ApiGuide, usualUrl } from './api-guide.ts';

/** Guides for languages other than JavaScript. */
export const otherGuides = {
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
    start: './gradlew bootRun --args=--server.port=4000',
    url: usualUrl,
    check: ({ issuer, audience, scope }) => `package com.example;

import java.util.List;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
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

  /** Access tokens have the type at+jwt (RFC 9068). Spring expects the type JWT by default. */
  @Bean
  JwtDecoder jwtDecoder() {
    var decoder =
        NimbusJwtDecoder.withJwkSetUri("${issuer}/jwks")
            .jwsAlgorithms(
                algorithms ->
                    algorithms.addAll(
                        List.of(
                            SignatureAlgorithm.ES256, SignatureAlgorithm.ES384, SignatureAlgorithm.RS256)))
            .build();
    decoder.setJwtValidator(
        JwtValidators.createDefaultWithValidators(
            new JwtTypeValidator("at+jwt"),
            new JwtIssuerValidator("${issuer}"),
            new JwtClaimValidator<List<String>>(
                "aud", audience -> audience != null && audience.contains("${audience}"))));
    return decoder;
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
